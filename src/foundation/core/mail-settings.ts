import { Refusal } from './refusals.ts';

export interface PostSettings {
	/** Sends mails by Cloudflare's Email Service. */
	EMAIL?: SendEmail;
	/** Sends mails by Resend instead. */
	RESEND_API_KEY?: string;
	/** The sender of mails, such as `Benefits <benefits@mail.example>`. Without it, no mail is sent. */
	MAIL_FROM?: string;
	/** The origin of this service, for the links in mails. Without it, no mail is sent. */
	PUBLIC_URL?: string;
	/** The domain of the addresses to which people send receipts. Without it there are no such addresses. */
	RECEIPTS_DOMAIN?: string;
	/** How many mails may be sent on one day (UTC); 1,000 unless set. */
	MAIL_PER_DAY?: string;
}

export interface Sender {
	name: string | null;
	email: string;
}

const DEFAULT_PER_DAY = 1000;

/** False when this service sends no mails, so that people must get their links in another way. */
export const isMailCarried = ({ EMAIL, RESEND_API_KEY, MAIL_FROM, PUBLIC_URL }: PostSettings): boolean =>
	Boolean((EMAIL || RESEND_API_KEY) && MAIL_FROM && PUBLIC_URL);

/** Returns the settings for the mails of a sandbox, which stay in it. Without `PUBLIC_URL`, their links use the origin of the request. */
export const postAt = (settings: PostSettings, url: string): PostSettings => ({
	...settings,
	PUBLIC_URL: settings.PUBLIC_URL ?? new URL(url).origin,
});

/** Reads `MAIL_FROM`, an address or a name with an address in angle brackets. */
export function senderOf(text: string): Sender {
	const [, name, inBrackets, plain] = /^(?:([^<>"]*)<([^<>\s]+)>|([^<>\s]+))$/.exec(text.trim()) ?? [];
	const email = inBrackets ?? plain ?? '';
	if (!/^[^@\s]+@[^@\s]+$/.test(email)) {
		throw misconfigured(`MAIL_FROM must be like Benefits <benefits@mail.example>, not ${text}.`);
	}
	return { name: name?.trim() || null, email };
}

/** Reads `PUBLIC_URL`, an origin such as `https://benefits.example`. */
export function originOf(text: string): string {
	const url = URL.parse(text);
	if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
		throw misconfigured(`PUBLIC_URL must be an origin like https://benefits.example, not ${text}.`);
	}
	return url.origin;
}

/** Reads `RECEIPTS_DOMAIN`, such as `in.benefits.example`. */
export function receiptsDomain(text: string): string {
	if (!/^(?=.{4,150}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i.test(text)) {
		throw misconfigured(`RECEIPTS_DOMAIN must be a domain like in.benefits.example, not ${text}.`);
	}
	return text.toLowerCase();
}

export function mailPerDay(text = String(DEFAULT_PER_DAY)): number {
	if (!/^[1-9]\d{0,6}$/.test(text)) {
		throw misconfigured(`MAIL_PER_DAY must be a whole number from 1 to 9999999, not ${text}.`);
	}
	return Number(text);
}

const misconfigured = (detail: string): Refusal => new Refusal('misconfigured', detail);
