"""Read and draw what Shoal's simulations write."""
