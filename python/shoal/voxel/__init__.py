"""Voxel-based soft robots in this process: describe bodies and controllers, evaluate whole populations, film them."""

from shoal.voxel.body import Body, Material
from shoal.voxel.controller import Controller
from shoal.voxel.sensor_sets import sensor_set
from shoal.voxel.task import Robot, Task

__all__ = ["Body", "Controller", "Material", "Robot", "Task", "sensor_set"]
