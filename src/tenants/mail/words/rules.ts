import { dictionary, type Language, LOCALES, type Pair } from '../../../foundation/core/language.ts';
import type { Module } from '../../../foundation/core/modules.ts';
import { type Currency, ISO_CODES } from '../../../foundation/core/money.ts';
import { type Reason, textOfReason } from '../../../foundation/core/reasons.ts';
import { MODULE_NAMES } from '../../../foundation/core/words.ts';

/** Writes an amount in minor units, such as `12,50 €`. */
const money = (language: Language, minor = '0', currency = 'EUR_CENT'): string =>
	new Intl.NumberFormat(LOCALES[language], {
		style: 'currency',
		currency: ISO_CODES[currency as Currency] ?? 'EUR',
	}).format(Number(minor) / 100);

/** Writes a day, given as `yyyy-MM-dd`. */
const day = (language: Language, date: string): string =>
	formatted(language, date, { day: 'numeric', month: 'long', year: 'numeric' });

/** Writes a time in Berlin, given in milliseconds. */
const moment = (language: Language, milliseconds: string): string =>
	new Intl.DateTimeFormat(LOCALES[language], {
		day: 'numeric',
		month: 'long',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		timeZone: 'Europe/Berlin',
		timeZoneName: 'short',
	}).format(Number(milliseconds));

/** Writes a month, given as `yyyy-MM`. */
const month = (language: Language, yearMonth = ''): string =>
	formatted(language, `${yearMonth}-01`, { month: 'long', year: 'numeric' });

/** Writes several months, given as `yyyy-MM yyyy-MM`. */
const months = (language: Language, list: string): string =>
	new Intl.ListFormat(LOCALES[language]).format(list.split(' ').map((one) => month(language, one)));

/** Returns a verifier's reasons as sentences. They are given as codes, or without codes in the verifier's own words. */
export const reasons = (language: Language, codes = '', words = ''): string =>
	codes === ''
		? words
		: codes
				.split(' ')
				.map((code) => textOfReason(code as Reason, words || null, language))
				.join(' ');

export const module = (language: Language, name = ''): string => MODULES[language][name as Module] ?? name;

const MODULES = dictionary(MODULE_NAMES);

/** Returns the facts of a mail by the names that its text has in braces. Missing facts are undefined. */
export function factsIn(language: Language, company: string, data: Record<string, string>) {
	const { amount, asked, change, count, currency, date, device, lastDay, place, reason, until } = data;
	const restUntil = data.restUntil && moment(language, data.restUntil);
	const words = DEFAULTS[language];
	return {
		...data,
		company,
		count: count ?? '1',
		date: date && day(language, date),
		lastDay: lastDay && day(language, lastDay),
		until: until && day(language, until),
		restUntil,
		validity: words.validity(restUntil),
		ended: data.ended ? endedIn(language, data.ended) : undefined,
		next: NEXT_STEPS[language][data.next ?? ''],
		month: month(language, data.month),
		months: data.months && months(language, data.months),
		module: module(language, data.module),
		amount: money(language, amount, currency),
		asked: asked === undefined || asked === amount ? undefined : money(language, asked, currency),
		reasons: reasons(language, data.reasons, reason),
		device: device ?? words.device,
		place: place ?? words.place,
		change: CHANGES[language][change ?? ''] ?? words.change,
		by: ORIGINS[language][data.by ?? ''],
		why: why(language, data.why),
		files: filesIn(language, data),
	} satisfies Facts;
}

export type Facts = Record<string, string | undefined>;

/** Returns the text with its facts; undefined if a fact is missing. */
export function filled(text: string, facts: Facts): string | undefined {
	const names = [...text.matchAll(FACT)].map(([, name = '']) => name);
	if (names.some((name) => facts[name] === undefined)) return undefined;
	return text.replace(FACT, (_, name: string) => facts[name] ?? '').trim();
}

const FACT = /\{(\w+)\}/g;

const DEFAULTS = dictionary({
	device: ['an unknown device', 'ein unbekanntes Gerät'],
	place: ['unknown', 'unbekannt'],
	change: [
		'The second factor of your account has just been changed.',
		'Der zweite Faktor Ihres Kontos wurde soeben geändert.',
	],
	validity: (from: string | undefined) =>
		from === undefined
			? ['are valid for one hour and work once', 'eine Stunde und nur einmal']
			: [`work from ${from} on, for 24 hours and once`, `ab ${from} für 24 Stunden und nur einmal`],
});

/** How a person signs in again after an undo. */
const NEXT_STEPS: Record<Language, Record<string, string>> = dictionary({
	LINK: [
		'choose a new password with the link in another mail',
		'Wählen Sie ein neues Passwort mit dem Link in einer weiteren Mail',
	],
	CLOSED: [
		'ask an administrator to open the closed account, and request a new password on the page of the sign-in',
		'Bitten Sie die Administration, das geschlossene Konto zu öffnen, und fordern Sie auf der Seite der Anmeldung ein neues Passwort an',
	],
	PROVIDER: [
		'sign in with your company account as before',
		'Melden Sie sich wie bisher mit Ihrem Firmenkonto an',
	],
});

/** Returns the list of the kinds that have ended, given as `KIND=count KIND=count`. */
function endedIn(language: Language, list: string): string {
	const kinds = ENDED[language];
	const names = list.split(' ').map((one) => {
		const [kind = '', count = ''] = one.split('=');
		return SINGLE.includes(kind) ? kinds[kind] : `${kinds[kind] ?? kind} (${count})`;
	});
	return new Intl.ListFormat(LOCALES[language]).format(names.map((name) => name ?? ''));
}

/** A person has at most one of these. */
const SINGLE = ['PASSWORD', 'SECOND_FACTOR', 'RECOVERY_CODES', 'RECEIPT_ADDRESS'];

const ENDED: Record<Language, Record<string, string>> = dictionary({
	PASSWORD: ['the password', 'das Passwort'],
	SECOND_FACTOR: ['the second factor', 'der zweite Faktor'],
	RECOVERY_CODES: ['the recovery codes', 'die Wiederherstellungscodes'],
	DEVICE: ['devices for push messages', 'Geräte für Push-Nachrichten'],
	PROPOSAL: ['proposals', 'Vorschläge'],
	INVITATION: ['invitations of other people', 'Einladungen anderer Personen'],
	ADDRESS_CHANGE: ['requests to change an address', 'Anfragen zur Änderung einer Adresse'],
	WEBHOOK_ENDPOINT: ['webhook endpoints', 'Webhook-Endpunkte'],
	API_KEY: ['API keys', 'API-Schlüssel'],
	APPROVAL_RULE: ['approval rules', 'Genehmigungsregeln'],
	STANDING_EXPENSE: ['standing expenses', 'Dauerausgaben'],
	CALENDAR_ADDRESS: ['addresses of calendars', 'Adressen von Kalendern'],
	RECEIPT_ADDRESS: ['the address for receipts', 'die Adresse für Belege'],
	RECEIPT_DRAFT: ['drafts of receipts', 'Entwürfe von Belegen'],
});

const CHANGES: Record<Language, Record<string, string>> = dictionary({
	added: [
		'From now on, signing in to your account requires a second factor.',
		'Ab jetzt ist für die Anmeldung bei Ihrem Konto ein zweiter Faktor erforderlich.',
	],
	removed: [
		'Signing in to your account no longer requires a second factor.',
		'Für die Anmeldung bei Ihrem Konto ist kein zweiter Faktor mehr erforderlich.',
	],
	codes_renewed: [
		'You have new recovery codes. The old ones are no longer valid.',
		'Sie haben neue Wiederherstellungscodes. Die alten gelten nicht mehr.',
	],
});

const ORIGINS: Record<Language, Record<string, string>> = dictionary({
	SELF: [
		'Somebody who was signed in to your account requested this.',
		'Jemand, der in Ihrem Konto angemeldet war, hat das angefordert.',
	],
	ADMINISTRATOR: ['Your administrator requested this.', 'Ihre Administration hat das angefordert.'],
	PLATFORM: ['The operator of this service changed it.', 'Der Betreiber dieses Dienstes hat sie geändert.'],
	DIRECTORY: [
		'The directory of your company changed it.',
		'Das Verzeichnis Ihres Unternehmens hat sie geändert.',
	],
	PROVIDER: [
		'The identity provider of your company reported the new address.',
		'Der Identitätsanbieter Ihres Unternehmens hat die neue Adresse gemeldet.',
	],
});

/** Returns the reason why an endpoint was disabled, a month of a standing expense has no expense, or a mail was not accepted. */
export const why = (language: Language, code = ''): string | undefined => WHYS[language][code];

const WHYS: Record<Language, Record<string, string>> = dictionary({
	GONE: [
		'The endpoint answered with status 410 (Gone).',
		'Der Endpunkt hat mit Status 410 (Gone) geantwortet.',
	],
	period_closed: ['This month is already closed.', 'Dieser Monat ist schon abgeschlossen.'],
	employee_paused: ['The benefits were paused on this day.', 'Die Benefits waren an diesem Tag pausiert.'],
	employee_terminated: ['The employment had ended.', 'Das Arbeitsverhältnis war beendet.'],
	no_flex_access: ['There was no flex budget on this day.', 'An diesem Tag gab es kein Flex-Budget.'],
	module_not_allowed: [
		'The flex budget does not permit this purpose.',
		'Das Flex-Budget erlaubt diesen Zweck nicht.',
	],
	public_transport_only: [
		'The company pays for public transport only.',
		'Das Unternehmen zahlt nur für öffentliche Verkehrsmittel.',
	],
	tax_budget_exceeded: ['The tax rules permit less.', 'Die Steuerregeln erlauben weniger.'],
	currency_mismatch: ['The flex budget is in another currency.', 'Das Flex-Budget hat eine andere Währung.'],
	budget_exceeded: [
		'Too little is left in the budget of this month.',
		'Das Budget dieses Monats reicht nicht aus.',
	],
	proof_rejected: [
		'If the expense goes on, submit it again with a better proof.',
		'Wenn die Ausgabe weiter besteht, reichen Sie sie mit einem besseren Nachweis noch einmal ein.',
	],
	no_month_left: ['No further month is submitted.', 'Es wird kein weiterer Monat eingereicht.'],
	foreign_sender: [
		'It did not come from your own e-mail address, or your mail provider does not confirm its sender (DKIM, DMARC).',
		'Sie kam nicht von Ihrer eigenen E-Mail-Adresse, oder Ihr Mailanbieter bestätigt den Absender nicht (DKIM, DMARC).',
	],
	too_many_mails: [
		'You have sent 50 mails today. Send more tomorrow.',
		'Sie haben heute 50 Mails gesendet. Senden Sie weitere morgen.',
	],
	too_many_files: [
		'The mail has more than 50 files, so none was kept. Send them in several mails.',
		'Die Mail hat mehr als 50 Dateien, daher wurde keine übernommen. Senden Sie sie in mehreren Mails.',
	],
	no_files: [
		'The mail has no files. Attach each receipt as a photo, a PDF file or an electronic invoice.',
		'Die Mail hat keine Dateien. Hängen Sie jeden Beleg als Foto, PDF-Datei oder elektronische Rechnung an.',
	],
	FAILING: ['No delivery has succeeded for 5 days.', 'Seit 5 Tagen war keine Zustellung erfolgreich.'],
});

/** Returns a line with the result of each file in a mail. Undefined without files. */
function filesIn(language: Language, data: Record<string, string>): string | undefined {
	const words = FILES[language];
	const lines = Array.from({ length: Number(data.files ?? 0) }, (_, index) => {
		const of = (name: string) => data[`${name}${index}`];
		const outcome = words.outcomes[of('outcome') ?? ''] ?? words.unsaved;
		const date = of('date');
		const invoice =
			date === undefined
				? ''
				: words.invoice(
						of('seller') ?? '',
						day(language, date),
						money(language, of('amount'), of('currency')),
					);
		return `${of('name') ?? words.unnamed}: ${outcome}${invoice}`;
	});
	return lines.length === 0 ? undefined : lines.join('\n');
}

const FILES = dictionary({
	unsaved: ['not saved.', 'nicht gespeichert.'],
	unnamed: ['File without a name', 'Datei ohne Namen'],
	invoice: (seller: string, date: string, amount: string) => [
		` Invoice of ${seller}, ${date}, ${amount}.`,
		` Rechnung von ${seller}, ${date}, ${amount}.`,
	],
	outcomes: {
		draft: ['saved as a draft.', 'als Entwurf gespeichert.'],
		draft_waiting: ['among your drafts already.', 'schon unter Ihren Entwürfen.'],
		too_many_drafts: [
			'not saved, because 50 drafts wait. Complete some of them first.',
			'nicht gespeichert, weil 50 Entwürfe warten. Vervollständigen Sie zuerst einige.',
		],
		unsupported_media_type: [
			'not saved, because it is no photo (JPEG, PNG, WebP), PDF file or electronic invoice.',
			'nicht gespeichert, weil sie weder Foto (JPEG, PNG, WebP) noch PDF-Datei noch elektronische Rechnung ist.',
		],
		quota_reached: [
			'not saved, because the limit of your company for receipts is used up.',
			'nicht gespeichert, weil das Kontingent Ihres Unternehmens für Belege ausgeschöpft ist.',
		],
	} as Record<string, Pair>,
});

function formatted(language: Language, date: string, parts: Intl.DateTimeFormatOptions): string {
	const at = Date.parse(date);
	return Number.isNaN(at)
		? date
		: new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone: 'UTC' }).format(at);
}
