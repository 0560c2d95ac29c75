"""Scenes as text, SVG and animations; pictures of levels and plans."""
