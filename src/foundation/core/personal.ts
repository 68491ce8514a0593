import { byText } from './employee-texts.ts';

/** The values that replace the personal fields of an erased employee. */
export const BLANK_EMPLOYEE = {
	...byText(() => null),
	groups: [] as string[],
	userName: null,
	externalId: null,
};

/** An erasure removes pauses, because they may indicate illness. The history shows these values instead. */
export const BLANK_PAUSE = { datePausedStart: null, datePausedEnd: null };

/** The values that replace personal data in an erased employee's expenses and corrections. A correction must have a reason. */
export const BLANK_EXPENSE = { note: null, rejectionReason: null, recreationFor: null, machineFacts: null };
export const BLANK_CORRECTION = { reason: 'erased' };

/** The values that replace the personal fields of an erased user. No real address ends like this (RFC 2606). */
export const blankUser = (userId: string) => ({
	email: `${userId}@erased.invalid`,
	firstName: null,
	lastName: null,
	language: null,
});

/** The names of the fields with personal data, in records and in the history. */
export const PERSONAL_FIELDS = Object.keys({
	...BLANK_EMPLOYEE,
	...BLANK_PAUSE,
	...BLANK_EXPENSE,
	...BLANK_CORRECTION,
	...blankUser(''),
});
