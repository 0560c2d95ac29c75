"""As a large package."""

import time

time.sleep(1.5)
