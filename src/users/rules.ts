/** An e-mail in the form in which it is compared: lower case. */
export const emailKey = (email: string): string => email.toLowerCase();
