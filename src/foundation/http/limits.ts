export const MAX_TEXT_LENGTH = 255;

/** The pattern of every text in the OpenAPI document. It cannot say that lone surrogates are refused too. */
export const NO_NUL = '^[^\\x00]+$';

/** The limit for arrays that stand for a set, with repeats. */
export const MAX_SET_SIZE = 50;
export const MAX_GROUP_LENGTH = 100;

/** The limit for the companies of one user or one tax rule template. */
export const MAX_COMPANIES = 1000;

/** For lists without another limit: a database of 10 GB cannot hold as many records of one kind. */
export const MAX_RECORDS = 100_000_000;
