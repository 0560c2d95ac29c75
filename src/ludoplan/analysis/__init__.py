"""For those who make levels: how hard a level is and why, levels to order, repair, and sets of levels."""
