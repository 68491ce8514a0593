import { dictionary, type Language, type Pair } from '../core/language.ts';
import type { Refusal, RefusalCode, RefusalExtras } from '../core/refusals.ts';
import type { Say } from './format.ts';

/** A sentence for every refusal. Faults of fields say the rest. */
const SENTENCES = dictionary({
	malformed_json: ['The request cannot be read.', 'Die Anfrage ist nicht lesbar.'],
	incomplete_body: [
		'The form broke off on its way. Please send it again.',
		'Das Formular kam nicht vollständig an. Bitte senden Sie es noch einmal.',
	],
	validation_failed: ['Something is not right yet.', 'Etwas stimmt noch nicht.'],
	date_out_of_window: ({ earliestAllowed }, { day }) =>
		earliestAllowed === undefined
			? ['This day is not permitted.', 'Dieser Tag ist nicht erlaubt.']
			: [
					`The earliest day is ${day(Date.parse(earliestAllowed))}.`,
					`Der früheste Tag ist der ${day(Date.parse(earliestAllowed))}.`,
				],
	unknown_company: [
		'This company does not exist, or you do not manage it.',
		'Diese Firma gibt es nicht, oder Sie verwalten sie nicht.',
	],
	unknown_tax_rule_template: [
		'This template does not exist, or does not apply to this company.',
		'Diese Vorlage gibt es nicht, oder sie gilt nicht für diese Firma.',
	],
	link_not_valid: [
		'This link or code was used or replaced, or it has expired. Ask for a new one.',
		'Dieser Link oder Code wurde benutzt oder ersetzt, oder er ist abgelaufen. Fordern Sie einen neuen an.',
	],
	unauthenticated: ['Please sign in again.', 'Bitte melden Sie sich wieder an.'],
	invalid_credentials: [
		'The e-mail address or the password is wrong.',
		'Die E-Mail-Adresse oder das Passwort ist falsch.',
	],
	sso_required: [
		'Your company wants you to sign in by its provider.',
		'Ihre Firma möchte, dass Sie sich über ihren Anbieter anmelden.',
	],
	second_factor_required: [
		'Please enter a code of your authenticator app.',
		'Bitte geben Sie einen Code Ihrer Authentifizierungs-App ein.',
	],
	invalid_code: [
		'The code is wrong, or it was used. Take the next one.',
		'Der Code ist falsch oder schon benutzt. Nehmen Sie den nächsten.',
	],
	second_factor_setup_required: [
		'Set up a second factor first.',
		'Richten Sie zuerst einen zweiten Faktor ein.',
	],
	forbidden: [
		'Your roles or the settings of the company do not permit this.',
		'Ihre Rollen oder die Einstellungen der Firma erlauben das nicht.',
	],
	not_found: [
		'There is no such record, or you may not see it.',
		'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
	],
	method_not_allowed: ['This cannot be done here.', 'Das geht hier nicht.'],
	email_taken: ['Somebody else has this e-mail address.', 'Diese E-Mail-Adresse hat schon jemand.'],
	already_registered: ['This person has registered already.', 'Diese Person hat sich schon registriert.'],
	personnel_number_taken: [
		'Somebody else in the company has this personnel number.',
		'Diese Personalnummer hat in der Firma schon jemand.',
	],
	employee_terminated: [
		'This would begin after the person has left. Choose an earlier day, or move the leaving date.',
		'Das würde erst nach dem Austritt beginnen. Wählen Sie einen früheren Tag, oder verschieben Sie den Austritt.',
	],
	employee_paused: ['The person pauses on this day.', 'An diesem Tag pausiert die Person.'],
	too_many_periods: [
		'There are too many periods. End some first.',
		'Es gibt zu viele Zeiträume. Beenden Sie zuerst einige.',
	],
	periods_overlap: ['There is one for this time already.', 'Für diese Zeit gibt es schon eines.'],
	no_flex_access: [
		'There is no access to the budget on this day.',
		'An diesem Tag gibt es keinen Zugang zum Guthaben.',
	],
	module_not_allowed: [
		'The budget may not be used for this on that day.',
		'An diesem Tag darf das Guthaben dafür nicht verwendet werden.',
	],
	public_transport_only: [
		'Only public transport is reimbursed.',
		'Erstattet werden nur öffentliche Verkehrsmittel.',
	],
	max_days_exceeded: ({ limit, left }) => [
		`${limit} days a month are permitted; ${left} are left.`,
		`Erlaubt sind ${limit} Tage im Monat; ${left} sind übrig.`,
	],
	tax_budget_exceeded: ({ left = 0 }, { amount }) => [
		`The tax rules permit ${amount(left)} more this month.`,
		`Die Steuerregeln erlauben in diesem Monat noch ${amount(left)}.`,
	],
	currency_mismatch: [
		'The budget is kept in another currency.',
		'Das Guthaben wird in einer anderen Währung geführt.',
	],
	budget_exceeded: ({ left = 0, month }, { amount, monthName }) => [
		`${amount(left)} are left${month === undefined ? '' : ` in ${monthName(month)}`}.`,
		`Übrig ${left === 1 ? 'ist' : 'sind'} ${month === undefined ? '' : `im ${monthName(month)} `}${amount(left)}.`,
	],
	period_closed: ['This month is closed already.', 'Dieser Monat ist schon abgeschlossen.'],
	already_decided: ['This was decided already.', 'Das wurde schon entschieden.'],
	needs_correction: [
		'This was sent back. Its author has to mend it first.',
		'Das wurde zurückgegeben. Zuerst muss es berichtigt werden.',
	],
	not_returned: ['This was not sent back.', 'Das wurde nicht zurückgegeben.'],
	not_committed: ['This month is not closed yet.', 'Dieser Monat ist noch nicht abgeschlossen.'],
	correction_exceeds_transaction: [
		'A correction cannot take back more than was paid.',
		'Eine Korrektur kann nicht mehr zurücknehmen, als gezahlt wurde.',
	],
	receipt_missing: [
		'The company approves this only with a receipt, and there is none.',
		'Das Unternehmen genehmigt das nur mit Beleg, und es gibt keinen.',
	],
	too_many_receipts: [
		'An expense takes at most five receipts.',
		'Zu einer Ausgabe gehören höchstens fünf Belege.',
	],
	too_many_api_keys: [
		'There are too many keys. Revoke one first.',
		'Es gibt zu viele Schlüssel. Widerrufen Sie zuerst einen.',
	],
	quota_reached: [
		'The company has used up what it may store. Ask the operator for more.',
		'Die Firma hat ihren Speicher ausgeschöpft. Bitten Sie den Betreiber um mehr.',
	],
	export_incomplete: ['Some lines lack what the file needs.', 'Einigen Zeilen fehlt, was die Datei braucht.'],
	export_empty: ['There is nothing in this file.', 'In dieser Datei steht nichts.'],
	early_closing: ({ months = [] }, { monthName }) => [
		`This shuts ${months.map(monthName).join(', ')} before the time. Tick it if you mean it.`,
		`Das schließt ${months.map(monthName).join(', ')} vor der Zeit ab. Setzen Sie den Haken, wenn Sie es so meinen.`,
	],
	rows_refused: ['Some rows cannot be imported.', 'Einige Zeilen lassen sich nicht einlesen.'],
	employee_erased: ['The data of this person was erased.', 'Die Daten dieser Person wurden gelöscht.'],
	erasure_not_due: ({ earliestAllowed }, { day }) =>
		earliestAllowed === undefined
			? ['This cannot be erased yet.', 'Das darf noch nicht gelöscht werden.']
			: [
					`This can be erased from ${day(Date.parse(earliestAllowed))} on.`,
					`Das darf ab dem ${day(Date.parse(earliestAllowed))} gelöscht werden.`,
				],
	user_closed: ['This account is closed.', 'Dieses Konto ist geschlossen.'],
	domain_not_proven: [
		'The record of the domain was not found yet. It can take an hour to appear.',
		'Der Eintrag der Domain ist noch nicht zu sehen. Das kann bis zu einer Stunde dauern.',
	],
	domain_taken: [
		'Another company has proven this domain.',
		'Eine andere Firma hat diese Domain nachgewiesen.',
	],
	last_company_admin: [
		'A company needs an administrator. Name another one first.',
		'Eine Firma braucht eine Administration. Benennen Sie zuerst jemand anderen.',
	],
	last_platform_admin: [
		'The platform needs an administrator. Name another one first.',
		'Die Plattform braucht eine Administration. Benennen Sie zuerst jemand anderen.',
	],
	second_factor_exists: ['There is a second factor already.', 'Es gibt schon einen zweiten Faktor.'],
	second_factor_missing: ['There is no second factor.', 'Es gibt keinen zweiten Faktor.'],
	user_is_employee: ['This person is an employee.', 'Diese Person ist hier beschäftigt.'],
	user_not_closed: ['Close the account first.', 'Schließen Sie zuerst das Konto.'],
	user_has_other_roles: ['This person has other roles.', 'Diese Person hat noch andere Rollen.'],
	calendar_too_wide: [
		'These are too many entries. Choose fewer days, or leave the names out.',
		'Das sind zu viele Einträge. Wählen Sie weniger Tage, oder lassen Sie die Namen weg.',
	],
	history_too_wide: [
		'This reaches too far back. Choose a shorter time.',
		'Das reicht zu weit zurück. Wählen Sie einen kürzeren Zeitraum.',
	],
	idempotency_conflict: [
		'This form was sent before with other entries. Please open it again.',
		'Dieses Formular wurde schon mit anderen Angaben gesendet. Bitte öffnen Sie es noch einmal.',
	],
	request_in_progress: [
		'This form is being saved already. Please wait a moment.',
		'Dieses Formular wird gerade gespeichert. Bitte warten Sie einen Augenblick.',
	],
	precondition_failed: [
		'Somebody has changed this meanwhile. Please look at the present entries and decide anew.',
		'Das hat inzwischen jemand geändert. Bitte sehen Sie sich den jetzigen Stand an, und entscheiden Sie neu.',
	],
	body_too_large: [
		'This is too large. A file may have at most 10 MB.',
		'Das ist zu groß. Eine Datei darf höchstens 10 MB haben.',
	],
	unsupported_media_type: [
		'This kind of file cannot be taken. Use a JPEG, PNG, WebP or PDF.',
		'Diese Art von Datei wird nicht angenommen. Nehmen Sie JPEG, PNG, WebP oder PDF.',
	],
	too_many_attempts: ({ retryAfter = 60 }) => [
		`There were too many attempts. Please try again in ${Math.ceil(retryAfter / 60)} min.`,
		`Es waren zu viele Versuche. Bitte versuchen Sie es in ${Math.ceil(retryAfter / 60)} min wieder.`,
	],
	too_many_requests: [
		'That was too often. Please wait a moment.',
		'Das war zu oft. Bitte warten Sie einen Augenblick.',
	],
	archive_damaged: ['The history of that time cannot be read.', 'Der Verlauf jener Zeit ist nicht lesbar.'],
	misconfigured: ['The service is not set up completely.', 'Der Dienst ist nicht vollständig eingerichtet.'],
	internal_error: ['Something went wrong on our side.', 'Bei uns ist etwas schiefgegangen.'],
	identity_provider_failed: [
		'Your company’s provider does not answer. Please try again later.',
		'Der Anbieter Ihrer Firma antwortet nicht. Bitte versuchen Sie es später noch einmal.',
	],
	unavailable: [
		'The service, or somebody whom it has to ask, cannot answer just now. Please try again in a minute.',
		'Der Dienst oder jemand, den er fragen muss, antwortet gerade nicht. Bitte versuchen Sie es in einer Minute noch einmal.',
	],
} satisfies Record<RefusalCode, Pair | ((extras: RefusalExtras, say: Say) => Pair)>);

/** What is wrong with a field, by the code of its fault. */
const FAULTS: Record<Language, Record<string, string>> = dictionary({
	required: ['Please fill this in.', 'Bitte füllen Sie das aus.'],
	unexpected: ['Please leave this empty.', 'Bitte lassen Sie das leer.'],
	too_small: ['This is too small or too short.', 'Das ist zu klein oder zu kurz.'],
	too_big: ['This is too large or too long.', 'Das ist zu groß oder zu lang.'],
	end_not_after_start: ['The end must be later than the start.', 'Das Ende muss nach dem Anfang liegen.'],
	too_late: ['This is too late.', 'Das ist zu spät.'],
	conflict: ['This does not go together with the other entries.', 'Das passt nicht zu den übrigen Angaben.'],
	wrong: ['This is wrong.', 'Das ist falsch.'],
	unknown_field: ['Please choose what this is.', 'Bitte wählen Sie, was das ist.'],
	duplicate: ['This was chosen already.', 'Das ist schon gewählt.'],
	too_common: [
		'Others use this password too, or it only repeats or counts. Please choose another one.',
		'Dieses Passwort benutzen auch andere, oder es wiederholt oder zählt nur. Bitte wählen Sie ein anderes.',
	],
	personal: [
		'This password is too close to your name or e-mail address. Please choose another one.',
		'Dieses Passwort ist Ihrem Namen oder Ihrer E-Mail-Adresse zu ähnlich. Bitte wählen Sie ein anderes.',
	],
	not_an_email: [
		'Please enter an e-mail address such as ada@demo.example.',
		'Bitte geben Sie eine E-Mail-Adresse ein wie ada@demo.example.',
	],
	not_public: [
		'This has to be an https address that can be reached from the internet.',
		'Das muss eine https-Adresse sein, die aus dem Internet zu erreichen ist.',
	],
	other: ['This is not valid.', 'Das ist nicht gültig.'],
});

/** A refusal in the reader's words. */
export function sentenceOf({ code, extras }: Pick<Refusal, 'code' | 'extras'>, say: Say): string {
	const sentence = SENTENCES[say.language][code];
	return typeof sentence === 'string' ? sentence : sentence(extras, say);
}

export const sentenceOfFault = (code: string, { language }: Say): string =>
	FAULTS[language][code] ?? FAULTS[language].other ?? code;
