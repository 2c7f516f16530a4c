"""What those who build the program run: measures, benches, fuzzers, catalogues, tables of documents."""
