import { describe, expect, test } from 'vitest';
import { MAIL_KINDS, type MailKind } from '../../../src/tenants/mail/rules.ts';
import { type Draft, write } from '../../../src/tenants/mail/sending/rules.ts';
import { pageOf } from '../../harness/page.ts';

const FROM = { name: 'Zubrot', email: 'zubrot@mail.example' };

const DATA = {
	module: 'MEALS',
	amount: '1250',
	currency: 'EUR_CENT',
	date: '2023-03-07',
	reason: 'unleserlich',
};

const draft = (kind: MailKind, language: string, more: Partial<Draft> = {}): Draft => ({
	id: 'the id',
	kind,
	token: 'the-token',
	email: 'erika@demo.example',
	isBoundToSso: false,
	firstName: 'Erika',
	lastName: 'Muster',
	languages: [language],
	companyName: 'Demo GmbH',
	senderName: null,
	data: DATA,
	...more,
});
const written = (...of: Parameters<typeof draft>) => write(draft(...of), FROM, 'https://zubrot.example');

/** The content of each mail, in German and English. */
const TOLD: Record<MailKind, { data?: Record<string, string>; de: RegExp[]; en: RegExp[] }> = {
	invitation: {
		de: [
			/Einladung von Demo GmbH/,
			/7 Tage und nur einmal/,
			/geben Sie [A-Z]{4}-[A-Z]{4}-[A-Z]{4} ein/,
			/zubrot\.example\/console\/registration#the-token/,
		],
		en: [
			/Invitation from Demo GmbH/,
			/for 7 days and work once/,
			/enter [A-Z]{4}-[A-Z]{4}-[A-Z]{4}\./,
			/zubrot\.example\/console\/registration#the-token/,
		],
	},
	password_reset: {
		de: [/Neues Passwort wählen/, /zubrot\.example\/console\/new-password#the-token/],
		en: [/Choose a new password/, /zubrot\.example\/console\/new-password#the-token/],
	},
	password_reset_rests: {
		data: { restUntil: '1678449600000' },
		de: [/Bis 10\. März 2023 um 13:00 (CET|MEZ) lässt sich/, /bisheriges Passwort gilt weiterhin/],
		en: [
			/Until 10 March 2023 at 13:00 (CET|MEZ), the password cannot be reset/,
			/present password still works/,
		],
	},
	address_left: {
		de: [/soeben eine andere erhalten/, /informieren Sie Ihre Administration/],
		en: [/has just got another one/, /inform your administrator/],
	},
	password_reset_unproven: {
		de: [/noch nicht bestätigt/, /höchstens einmal am Tag/],
		en: [/has not been confirmed/, /at most once a day/],
	},
	proof_requested: {
		de: [
			/E-Mail-Adresse bestätigen/,
			/zubrot\.example\/console\/own-address#the-token/,
			/7 Tage und nur einmal/,
		],
		en: [
			/Confirm your e-mail address/,
			/zubrot\.example\/console\/own-address#the-token/,
			/for 7 days and work once/,
		],
	},
	rights_gained: { de: [/neue Rollen oder Unternehmen/], en: [/new roles or companies/] },
	rights_given: { de: [/Jemand hat bei .* neue Rollen/], en: [/has new roles, or now manages/] },
	password_ended: {
		de: [/ersten Mal mit Ihrem Unternehmenskonto/, /frühere Passwort/],
		en: [/your company account for the first time/, /earlier password, second factor/],
	},
	password_changed: { de: [/Passwort wurde geändert/], en: [/password was changed/] },
	address_lost: {
		data: { person: 'ceo@bank.example' },
		de: [/hat die E-Mail-Adresse ceo@.*example verloren/, /andere E-Mail-Adresse ein/],
		en: [/has lost the e-mail address ceo@/, /Enter another e-mail address/],
	},
	address_confirmation: {
		de: [/soll auf diese Adresse geändert werden/, /24 Stunden/],
		en: [/is to be changed to this address/, /24 hours/],
	},
	address_proof: {
		de: [/Die Administration von Demo GmbH/, /24 Stunden/, /\/console\/new-address#the-token/],
		en: [/An administrator of Demo GmbH/, /24 hours/, /\/console\/new-address#the-token/],
	},
	address_agreement: {
		data: { newEmail: 'ada.new@demo.example', restUntil: '1678449600000', person: 'ada@demo.example' },
		de: [/möchte die E-Mail-Adresse Ihres Kontos auf ada/, /console\/address-agreement#the-token/],
		en: [/has asked to change the e-mail address/, /console\/address-agreement#the-token/],
	},
	address_set: {
		data: { newEmail: 'ada.new@demo.example', restUntil: '1678449600000', person: 'ada@demo.example' },
		de: [/die E-Mail-Adresse Ihres Kontos bei Demo GmbH/, /Bis 10\. März 2023 um 13:00 MEZ/],
		en: [/the e-mail address of your account at Demo GmbH/, /Until 10 March 2023 at 13:00 CET/],
	},
	address_stopped: {
		data: { email: 'ada@demo.example' },
		de: [/bei Demo GmbH wurde rückgängig gemacht/, /ist wieder ada/],
		en: [/at Demo GmbH was undone/, /is ada.* again/],
	},
	identity_change_asked: {
		data: { newEmail: 'ada.new@demo.example', restUntil: '1678449600000', person: 'ada@demo.example' },
		de: [/Jemand möchte die E-Mail-Adresse ada/, /console\/team\/requests/],
		en: [/Somebody has asked to change/, /console\/team\/requests/],
	},
	identity_released: {
		data: { newEmail: 'ada.new@demo.example', restUntil: '1678449600000', person: 'ada@demo.example' },
		de: [/wurde in ada.* geändert/, /innerhalb von 7 Tagen rückgängig/],
		en: [/was changed to ada/, /undo the change within 7 days/],
	},
	release_asked: {
		data: { provider: 'https://login.demo.example (zubrot)' },
		de: [/Jemand hat den Identitätsanbieter/, /console\/team\/requests/],
		en: [/Somebody has set the identity provider/, /console\/team\/requests/],
	},
	release_given: {
		data: { domain: 'demo.example' },
		de: [/Die E-Mail-Domain demo.* von Demo GmbH wurde freigegeben/, /7 Tage lang anhalten/],
		en: [/The e-mail domain demo.* of Demo GmbH was released/, /stop it for 7 days/],
	},
	address_changed: {
		data: { by: 'PLATFORM' },
		de: [/wurde soeben geändert/, /Der Betreiber/, /7 Tage/],
		en: [/has just been changed/, /The operator/, /7 days/],
	},
	address_restored: {
		data: { ended: 'PASSWORD=1 API_KEY=2' },
		de: [/frühere Adresse wiederhergestellt/, /Beendet: das Passwort und API-Schlüssel \(2\)\./],
		en: [/has restored that address/, /Ended: the password and API keys \(2\)\./],
	},
	address_undone: {
		data: { ended: 'PASSWORD=1 SECOND_FACTOR=1 DEVICE=3', restUntil: '1678449600000', next: 'LINK' },
		de: [
			/Dies ist wieder die E-Mail-Adresse Ihres Kontos bei Demo GmbH/,
			/Beendet: das Passwort, der zweite Faktor und Geräte für Push-Nachrichten \(3\)\./,
			/Bis 10\. März 2023 um 13:00 (CET|MEZ) setzt keine Mail/,
			/Wählen Sie ein neues Passwort mit dem Link in einer weiteren Mail\./,
		],
		en: [
			/the e-mail address of your account at Demo GmbH again/,
			/Ended: the password, the second factor,? and devices for push messages \(3\)\./,
			/Until 10 March 2023 at 13:00 (CET|MEZ), no mail/,
			/choose a new password with the link in another mail\./,
		],
	},
	identity_undone: {
		data: { person: 'ada@demo.example', restUntil: '1678449600000' },
		de: [/frühere Postfach von ada/, /Bis 10\. März 2023 um 13:00 (CET|MEZ) setzt keine Mail/],
		en: [/earlier mailbox of ada/, /Until 10 March 2023 at 13:00 (CET|MEZ), no mail/],
	},
	new_device: {
		data: { device: 'Firefox', place: 'Kiel, DE' },
		de: [/neuen Gerät/, /Gerät: Firefox/, /Ort: Kiel, DE/],
		en: [/new device/, /Device: Firefox/, /Place: Kiel, DE/],
	},
	second_factor_changed: {
		data: { change: 'removed' },
		de: [/kein zweiter Faktor mehr/],
		en: [/no longer requires a second factor/],
	},
	second_factor_reset: {
		data: { restUntil: '1678449600000' },
		de: [/hat den zweiten Faktor .* entfernt/, /Bis 10\. März 2023 um 13:00 (CET|MEZ) kann keine Mail/],
		en: [/has removed the second factor/, /Until 10 March 2023 at 13:00 (CET|MEZ), no mail/],
	},
	account_closed: { de: [/Konto bei Demo GmbH wurde geschlossen/], en: [/account at Demo GmbH was closed/] },
	last_admin_left: {
		data: { person: 'Ada Lovelace', employer: 'Demo GmbH' },
		de: [/Arbeitsverhältnis von Ada Lovelace ist beendet/, /bleibt deshalb vorerst offen/],
		en: [/employment of Ada Lovelace has ended/, /account stays open for now/],
	},
	domain_missing: {
		data: { domain: 'demo.example', until: '2023-03-15' },
		de: [/Demo GmbH die Domain demo/, /bis zum 15\. März 2023/],
		en: [/Demo GmbH has verified the domain demo/, /by 15 March 2023/],
	},
	domain_lost: {
		data: { domain: 'demo.example' },
		de: [/nicht mehr über Ihren Identitätsanbieter bei Demo GmbH/],
		en: [/can no longer sign in to Demo GmbH with your identity provider/],
	},
	webhook_disabled: {
		data: { url: 'https://hr.example/hooks', why: 'GONE', endpointId: 'the-endpoint', companyId: 'demo' },
		de: [
			/keine Ereignisse von Demo GmbH mehr an https:/,
			/mit Status 410 \(Gone\) geantwortet/,
			/zubrot\.example\/console\/integrations\/webhooks\/the-endpoint\?company=demo#/,
		],
		en: [
			/no longer sends events of Demo GmbH to https:/,
			/answered with status 410 \(Gone\)/,
			/zubrot\.example\/console\/integrations\/webhooks\/the-endpoint\?company=demo#/,
		],
	},
	expense_approved: {
		data: { ...DATA, asked: '2000', reasons: 'no_items' },
		de: [/7\. März 2023 \(Essen, 12,50\s€\) wurde genehmigt/, /Beantragt waren 20,00\s€\. .*Posten/],
		en: [/7 March 2023 \(Meals, €12\.50\) was approved/, /You requested €20\.00\. .*bought/],
	},
	expense_returned: {
		data: { ...DATA, reasons: 'no_date other', reason: 'Rückseite fehlt' },
		de: [/zurückgegeben/, /fehlt das Datum\. Rückseite fehlt/, /30 Tage/],
		en: [/returned for correction/, /shows no date\. Rückseite fehlt/, /30 days/],
	},
	expense_reopened: {
		de: [/7\. März 2023 \(Essen, 12,50\s€\) wurde zurückgenommen/, /wartet auf eine neue Entscheidung/],
		en: [/7 March 2023 \(Meals, €12\.50\) was taken back/, /waits for a new decision/],
	},
	expense_rejected: {
		data: { ...DATA, reasons: 'other' },
		de: [/wurde abgelehnt/, /Begründung: unleserlich/],
		en: [/was rejected/, /Reason: unleserlich/],
	},
	expenses_waiting: {
		data: { count: '3', standing: '2' },
		de: [/Ausgaben zu prüfen: 3/, /Davon Dauerausgaben: 2\./],
		en: [/Expenses to review: 3/, /Standing expenses among them: 2\./],
	},
	standing_expense_approved: {
		data: {
			...DATA,
			asked: '2000',
			reasons: 'no_items',
			until: '2024-02-29',
			months: '2022-12 2023-01 2023-02',
			standingExpenseId: '0186-1',
		},
		de: [
			/Für Dezember 2022, Januar 2023 und Februar 2023 konnte nichts mehr eingereicht werden/,
			/mit 12,50\s€ im Monat geprüft und gilt bis zum 29\. Februar 2024/,
			/Beantragt waren 20,00\s€/,
			/zum 7\. März 2023/,
			/zubrot\.example\/console\/benefits\/standing\/0186-1/,
		],
		en: [
			/with €12\.50 a month, until 29 February 2024/,
			/You requested €20\.00/,
			/anything for December 2022, January 2023 and February 2023\./,
			/for 7 March 2023/,
		],
	},
	standing_expense_rejected: {
		data: { ...DATA, reasons: 'other', why: 'proof_rejected' },
		de: [/12,50\s€ im Monat\) wurde abgelehnt/, /Begründung: unleserlich/, /mit einem besseren Nachweis/],
		en: [/€12\.50 a month\) was rejected/, /Reason: unleserlich/, /with a better proof/],
	},
	standing_expense_ended: {
		data: { ...DATA, standingExpenseId: '0186-1' },
		de: [/hat Ihre Dauerausgabe .*12,50\s€ im Monat\) beendet/, /\/benefits\/standing\/0186-1/],
		en: [/has ended your standing expense .*€12\.50 a month\)/, /submit a new standing expense/],
	},
	standing_expense_skipped: {
		data: { ...DATA, month: '2023-02', why: 'budget_exceeded' },
		de: [/für Februar 2023 nicht eingereicht/, /reicht nicht aus/, /am 7\. März 2023 fällig/],
		en: [/not submitted for February 2023/, /Too little is left/, /due on 7 March 2023/],
	},
	proof_ending: {
		data: { ...DATA, standingExpenseId: '0186-1' },
		de: [/läuft am 7\. März 2023 ab/, /Dauerausgabe öffnen/, /\/benefits\/standing\/0186-1/],
		en: [/ends on 7 March 2023/, /Open the standing expense/, /\/benefits\/standing\/0186-1/],
	},
	voucher_issued: {
		de: [/zum 7\. März 2023 einen Gutschein über 12,50\s€/],
		en: [/a voucher of €12\.50 to you, dated 7 March 2023/],
	},
	budget_expiring: {
		data: { year: '2023' },
		de: [/verfällt zum Jahresende/, /31\. Dezember 2023/],
		en: [/expires at the end of the year/, /31 December 2023/],
	},
	access_ending: { de: [/endet am 7\. März 2023/], en: [/ends on 7 March 2023/] },
	receipts_taken: {
		data: {
			taken: '1',
			count: '2',
			files: '2',
			name0: 'rechnung.pdf',
			outcome0: 'draft',
			seller0: 'Muster GmbH',
			date0: '2023-02-27',
			amount0: '1000',
			currency0: 'EUR_CENT',
			name1: 'notes.txt',
			outcome1: 'unsupported_media_type',
		},
		de: [
			/1 von 2 sind jetzt Entwürfe/,
			/als Entwurf gespeichert\. Rechnung von Muster GmbH, 27\. Februar 2023, 10,00\s€/,
			/weder Foto .* noch PDF-Datei/,
		],
		en: [
			/1 of 2 became drafts/,
			/saved as a draft\. Invoice of Muster GmbH, 27 February 2023, €10\.00/,
			/not saved, because it is no photo/,
		],
	},
	receipts_refused: {
		data: { why: 'foreign_sender' },
		de: [/nicht von Ihrer eigenen E-Mail-Adresse/, /höchstens einmal am Tag/],
		en: [/did not come from your own e-mail address/, /at most once a day/],
	},
	month_closing: {
		data: { month: '2023-02', lastDay: '2023-03-07' },
		de: [/Februar 2023 wird bald abgeschlossen/, /bis zum 7\. März 2023/],
		en: [/February 2023 closes soon/, /until 7 March 2023/],
	},
};

describe.each(MAIL_KINDS)('a mail of the kind %s', (kind) => {
	test.each(['de', 'en'] as const)('tells in %s what it is about, in text and HTML alike', (language) => {
		const { data, ...told } = TOLD[kind];
		const mail = written(kind, language, data && { data });
		const plain = `${mail.subject}\n${mail.text}`;
		for (const words of told[language]) {
			expect(plain).toMatch(words);
			expect(mail.html).toMatch(words);
		}
		// A mail to an address that nobody has confirmed names nobody.
		const isStranger = [
			'address_confirmation',
			'address_proof',
			'proof_requested',
			'password_reset_unproven',
			'address_left',
		].includes(kind);
		const name = isStranger ? '' : ' Erika Muster';
		expect(mail.text).toContain(language === 'de' ? `Guten Tag${name},` : `Hello${name},`);
		expect(pageOf(mail.html).attribute('lang')).toBe(language);
		expect(plain + mail.html).not.toMatch(/undefined|null|NaN|Invalid|[{}]/);
	});

	test('loads nothing, runs nothing and watches nobody', () => {
		const { html } = written(kind, 'en');
		const page = pageOf(html);
		expect(page.select('img, script, link, iframe, style, object')).toHaveLength(0);
		expect(html).not.toMatch(/url\(|@import/i);
		for (const part of page.select('[href], [src]')) {
			expect(part.attribute('src') ?? part.href).toMatch(
				/^https:\/\/zubrot\.example\/console\/[a-z/-]+(\?company=demo)?(#the-token)?$/,
			);
		}
	});
});

test.each([
	[['de-AT'], 'de'],
	[[null, 'de'], 'de'],
	[['fr', 'DE'], 'de'],
	[['en-GB', 'de'], 'en'],
	[[null, null], 'en'],
	[['fr', null], 'en'],
])('for the languages %j a mail is written in %s', (languages, expected) => {
	expect(pageOf(written('invitation', 'de', { languages }).html).attribute('lang')).toBe(expected);
});
