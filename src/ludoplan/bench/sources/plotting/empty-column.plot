goal 2
hand 1
rows 1
columns 3
1 1 .
2 2 .
