export const MAX_TEXT_LENGTH = 255;

/** The pattern of every text in the OpenAPI document. It cannot express that lone surrogates are refused too. */
export const NO_NUL = '^[^\\x00]+$';

/** The limit of arrays that stand for a set. Repeated entries count. */
export const MAX_SET_SIZE = 50;
export const MAX_GROUP_LENGTH = 100;

export const MAX_COMPANIES = 1000;

/** The limit of lists that have no other one. A database of 10 GB cannot hold more records of one kind. */
export const MAX_RECORDS = 100_000_000;
