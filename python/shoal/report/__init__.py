"""What shoal.plot and shoal.compare share: the data of a run, figures, and the page that holds them."""
