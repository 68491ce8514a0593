import { Refusal } from '../core/refusals.ts';

/** An e-mail in the form in which it is compared: lower case. */
export const emailKey = (email: string): string => email.toLowerCase();

/** When an e-mail already belongs to a user, of whichever company. */
export const emailTaken = (): Refusal => new Refusal('email_taken', 'This e-mail address is already used.');
