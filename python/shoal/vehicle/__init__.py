"""Fleets of vehicles in this process: ``Fleet`` steps them, its groups show their columns as arrays."""

from shoal.vehicle.fleet import CONTACTS, SURROUNDINGS, ContactEvent, Fleet, Group, types

__all__ = ["CONTACTS", "SURROUNDINGS", "ContactEvent", "Fleet", "Group", "types"]
