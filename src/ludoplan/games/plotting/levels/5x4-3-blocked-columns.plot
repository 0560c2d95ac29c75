goal 3
columns 3 4
3 1 3 1
3 1 3 1
1 2 3 3
2 3 3 1
2 1 3 3
