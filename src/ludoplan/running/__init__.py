"""The one way to run a function under hard limits, in a supervised process."""
