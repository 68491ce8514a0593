/** Longest single-line text, in characters. */
export const MAX_TEXT_LENGTH = 255;

/** The pattern of every text in the OpenAPI document. It cannot say that lone surrogates are refused too. */
export const NO_NUL = '^[^\\x00]+$';

/** Most items of an array that stands for a set, repeats included. */
export const MAX_SET_SIZE = 50;
export const MAX_GROUP_LENGTH = 100;

/** Most companies that one user manages, or to which one tax rule template applies. */
export const MAX_COMPANIES = 1000;

/** For lists that have no other limit: more records of one kind than a database of 10 GB can hold. */
export const MAX_RECORDS = 100_000_000;
