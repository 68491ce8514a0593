/** An e-mail as it is compared: without case. */
export const emailKey = (email: string): string => email.toLowerCase();
