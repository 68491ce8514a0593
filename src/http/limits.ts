/** Of one line of text. */
export const MAX_TEXT_LENGTH = 255;

/** What every text is, as documents tell it; a pattern cannot tell that lone surrogates are refused too. */
export const NO_NUL = '^[^\\x00]+$';

/** Of an array that stands for a set, repeats included. */
export const MAX_SET_SIZE = 50;
export const MAX_GROUP_LENGTH = 100;

/** That one user manages, or one tax rule template applies to. */
export const MAX_COMPANIES = 1000;

/** More records of one kind than a database of 10 GB can hold: for lists that nothing else bounds. */
export const MAX_RECORDS = 100_000_000;
