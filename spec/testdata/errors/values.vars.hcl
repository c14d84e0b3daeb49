threads = 4
