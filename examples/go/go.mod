module zubrot.example/examples

go 1.19
