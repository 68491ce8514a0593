import type { CodeFault } from '../benefits/expenses/tills/rules.ts';
import { dictionary, type Pair } from '../foundation/core/language.ts';
import {
	isRefusal,
	type Refusal,
	type RefusalCode,
	type RefusalExtras,
} from '../foundation/core/refusals.ts';
import { WRONG_CODE } from './faults.ts';
import type { Say } from './format.ts';

/** The reasons why a code proves no purchase. */
const CODE_FAULTS: Record<string, Pair> & Record<CodeFault, Pair> = {
	not_a_till: [
		'it comes from no till in Germany or Austria',
		'er stammt von keiner Kasse in Deutschland oder Österreich',
	],
	unknown_version: ['its version is not known', 'seine Version ist nicht bekannt'],
	cut_off: ['it is not complete', 'er ist nicht vollständig'],
	too_long: ['it is too long', 'er ist zu lang'],
	no_purchase: ['it does not belong to a purchase', 'er gehört zu keinem Kauf'],
	amounts_differ: [
		'its payments and its amounts differ',
		'seine Zahlungen und Beträge stimmen nicht überein',
	],
	amount_out_of_range: ['its amount is too large', 'sein Betrag ist zu hoch'],
	in_future: ['its day is in the future', 'sein Tag liegt in der Zukunft'],
};

/** A sentence for every refusal. Faults of fields say the rest. */
const SENTENCES = dictionary({
	malformed_json: [
		'The request could not be read. Please try again.',
		'Die Anfrage konnte nicht gelesen werden. Bitte versuchen Sie es noch einmal.',
	],
	incomplete_body: [
		'The form did not arrive completely. Please submit it again.',
		'Das Formular kam nicht vollständig an. Bitte senden Sie es noch einmal.',
	],
	validation_failed: ['Please correct the fields below.', 'Bitte korrigieren Sie die Felder unten.'],
	date_out_of_window: ({ earliestAllowed: from }, { day }) =>
		from === undefined
			? ['This date is not allowed.', 'Dieses Datum ist nicht erlaubt.']
			: [
					`The earliest day is ${day(Date.parse(from))}.`,
					`Der früheste Tag ist der ${day(Date.parse(from))}.`,
				],
	unknown_company: [
		'This company does not exist, or you do not manage it.',
		'Dieses Unternehmen gibt es nicht, oder Sie verwalten es nicht.',
	],
	several_databases: [
		'These companies are in several databases, or the user signs in in the database of a company. Create another user.',
		'Diese Unternehmen liegen in mehreren Datenbanken, oder die Person meldet sich in der Datenbank eines Unternehmens an. Legen Sie ein weiteres Konto an.',
	],
	backup_damaged: [
		'This backup is damaged: files are missing or have changed. Choose another backup.',
		'Diese Sicherung ist beschädigt: Dateien fehlen oder sind verändert. Wählen Sie eine andere Sicherung.',
	],
	backup_unfit: [
		'This backup does not fit this service. Restore it with the settings and the version of the service that was saved.',
		'Diese Sicherung passt nicht zu diesem Dienst. Stellen Sie sie mit den Einstellungen und der Version des gesicherten Dienstes wieder her.',
	],
	backup_newer: [
		'This backup was made by a newer version of the service. Deploy that version first.',
		'Diese Sicherung stammt von einer neueren Version des Dienstes. Installieren Sie zuerst diese Version.',
	],
	shared_database: [
		'This company shares its database with others.',
		'Dieses Unternehmen teilt seine Datenbank mit anderen.',
	],
	point_in_time_unavailable: [
		'The database of this company cannot go back to a point in time. Restore a backup.',
		'Die Datenbank dieses Unternehmens lässt sich nicht auf einen Zeitpunkt zurücksetzen. Stellen Sie eine Sicherung wieder her.',
	],
	unknown_tax_rule_template: [
		'This template does not exist, or it does not apply to this company.',
		'Diese Vorlage gibt es nicht, oder sie gilt nicht für dieses Unternehmen.',
	],
	invalid_bookmark: [
		'This page is out of date. Please open it again.',
		'Diese Seite ist nicht mehr aktuell. Bitte öffnen Sie sie noch einmal.',
	],
	link_not_valid: [
		'This link or code has expired or was already used. Ask for a new one.',
		'Dieser Link oder Code ist abgelaufen oder wurde schon benutzt. Fordern Sie einen neuen an.',
	],
	unauthenticated: ['Please sign in again.', 'Bitte melden Sie sich wieder an.'],
	invalid_credentials: [
		'The e-mail address or the password is wrong.',
		'Die E-Mail-Adresse oder das Passwort ist falsch.',
	],
	sso_required: [
		'Your company requires you to sign in with its identity provider.',
		'Ihr Unternehmen verlangt die Anmeldung über seinen Identitätsanbieter.',
	],
	second_factor_required: [
		'Please enter a code from your authenticator app.',
		'Bitte geben Sie einen Code aus Ihrer Authentifizierungs-App ein.',
	],
	invalid_code: WRONG_CODE,
	second_factor_setup_required: [
		'Set up a second factor first.',
		'Richten Sie zuerst einen zweiten Faktor ein.',
	],
	forbidden: [
		'Your roles or the settings of your company do not allow this.',
		'Ihre Rollen oder die Einstellungen Ihres Unternehmens erlauben das nicht.',
	],
	not_found: [
		'This record does not exist, or you do not have access to it.',
		'Diesen Datensatz gibt es nicht, oder Sie haben keinen Zugriff darauf.',
	],
	method_not_allowed: ['This is not possible here.', 'Das ist hier nicht möglich.'],
	email_taken: [
		'Another user already has this e-mail address.',
		'Diese E-Mail-Adresse hat bereits ein anderer Benutzer.',
	],
	company_account_required: [
		'Your company signs you in with its own account. You do not need a password here.',
		'Ihr Unternehmen meldet Sie mit Ihrem Unternehmenskonto an. Hier brauchen Sie kein Passwort.',
	],
	mail_not_configured: [
		'This service sends no mail. Configure it first.',
		'Dieser Dienst verschickt keine Mails. Richten Sie das zuerst ein.',
	],
	already_registered: ['This person has already registered.', 'Diese Person hat sich bereits registriert.'],
	personnel_number_taken: [
		'Another person in the company already has this personnel number.',
		'Diese Personalnummer hat im Unternehmen bereits eine andere Person.',
	],
	employee_terminated: [
		'This would begin after the last working day. Choose an earlier day, or change the last working day.',
		'Das würde nach dem letzten Arbeitstag beginnen. Wählen Sie einen früheren Tag, oder ändern Sie den letzten Arbeitstag.',
	],
	employee_paused: ['The person is on a pause on this day.', 'Die Person hat an diesem Tag eine Pause.'],
	too_many_periods: [
		'There are too many periods. End some of them first.',
		'Es gibt zu viele Zeiträume. Beenden Sie zuerst einige davon.',
	],
	periods_overlap: [
		'There is already an entry for this period.',
		'Für diesen Zeitraum gibt es bereits einen Eintrag.',
	],
	no_flex_access: ['There is no flex budget on this day.', 'An diesem Tag gibt es kein Flex-Budget.'],
	module_not_allowed: [
		'The flex budget cannot be used for this on that day.',
		'Das Flex-Budget darf an diesem Tag dafür nicht verwendet werden.',
	],
	public_transport_only: [
		'Only public transport is reimbursed.',
		'Es werden nur öffentliche Verkehrsmittel erstattet.',
	],
	max_days_exceeded: ({ limit, left }) => [
		`Up to ${limit} days per month are allowed; ${left} are left.`,
		`Im Monat sind höchstens ${limit} Tage erlaubt; ${left} sind übrig.`,
	],
	tax_budget_exceeded: ({ left = 0 }, { amount }) => [
		`The tax rules allow ${amount(left)} more this month.`,
		`Die Steuerregeln erlauben in diesem Monat noch ${amount(left)}.`,
	],
	currency_mismatch: ['The budget has another currency.', 'Das Budget hat eine andere Währung.'],
	budget_exceeded: ({ left = 0, month }, { amount, monthName }) => [
		`The budget${month === undefined ? '' : ` of ${monthName(month)}`} allows ${amount(left)} more.`,
		`Das Budget erlaubt ${month === undefined ? '' : `im ${monthName(month)} `}noch ${amount(left)}.`,
	],
	period_closed: ['This month is already closed.', 'Dieser Monat ist bereits abgeschlossen.'],
	already_decided: ['This was already decided.', 'Darüber wurde bereits entschieden.'],
	needs_correction: [
		'This was returned for correction. The person who submitted it has to correct it first.',
		'Das wurde zur Korrektur zurückgegeben. Zuerst muss es die Person korrigieren, die es eingereicht hat.',
	],
	not_decided: [
		'There is no decision to take back. Open the receipt again to see its status.',
		'Es gibt keine Entscheidung, die sich zurücknehmen lässt. Öffnen Sie den Beleg erneut, um seinen Status zu sehen.',
	],
	line_committed: [
		'This is already in a payroll run, so the decision stands. Correct the payroll line instead.',
		'Das ist bereits abgerechnet, darum bleibt die Entscheidung bestehen. Korrigieren Sie stattdessen die Abrechnungszeile.',
	],
	line_settled: [
		'This was settled outside payroll, so the decision stands.',
		'Das wurde außerhalb der Lohnabrechnung beglichen, darum bleibt die Entscheidung bestehen.',
	],
	receipts_removed: [
		'The receipts were removed 90 days after the rejection. Ask the person to submit a new expense.',
		'Die Belege wurden 90 Tage nach der Ablehnung entfernt. Bitten Sie die Person, die Ausgabe neu einzureichen.',
	],
	not_returned: ['This was not returned for correction.', 'Das wurde nicht zur Korrektur zurückgegeben.'],
	not_committed: ['This month is not closed yet.', 'Dieser Monat ist noch nicht abgeschlossen.'],
	correction_exceeds_transaction: [
		'A correction cannot take back more than was paid.',
		'Eine Korrektur kann nicht mehr zurücknehmen, als gezahlt wurde.',
	],
	receipt_missing: [
		'The company approves this only with a receipt, and there is none.',
		'Das Unternehmen genehmigt das nur mit Beleg, und es gibt keinen.',
	],
	too_many_receipts: ['An expense can have up to 5 receipts.', 'Eine Ausgabe kann höchstens 5 Belege haben.'],
	standing_expense_ended: [
		'This standing expense has ended. Submit a new one.',
		'Diese Dauerausgabe ist beendet. Reichen Sie eine neue ein.',
	],
	too_many_drafts: [
		'There are 50 drafts. Complete or delete one of them first.',
		'Es gibt schon 50 Entwürfe. Vervollständigen oder löschen Sie zuerst einen davon.',
	],
	draft_waiting: [
		'This file is already among your drafts. Complete that draft.',
		'Diese Datei ist schon unter Ihren Entwürfen. Vervollständigen Sie diesen Entwurf.',
	],
	draft_used: [
		'This draft was submitted or deleted meanwhile. Open your drafts again.',
		'Dieser Entwurf wurde inzwischen eingereicht oder gelöscht. Öffnen Sie Ihre Entwürfe noch einmal.',
	],
	receipts_by_mail_off: [
		'This service takes no receipts by mail. Upload them instead.',
		'Dieser Dienst nimmt keine Belege per Mail an. Laden Sie sie stattdessen hoch.',
	],
	too_many_invitations: [
		'This address has had 5 invitations today. Invite it again tomorrow.',
		'Diese Adresse hat heute schon 5 Einladungen bekommen. Laden Sie sie morgen wieder ein.',
	],
	too_many_api_keys: [
		'There are too many keys. Revoke one first.',
		'Es gibt zu viele Schlüssel. Widerrufen Sie zuerst einen.',
	],
	too_many_webhook_endpoints: [
		'A company can have up to 20 webhook endpoints. Delete one first.',
		'Ein Unternehmen kann höchstens 20 Webhook-Endpunkte haben. Löschen Sie zuerst einen.',
	],
	endpoint_disabled: [
		'The endpoint is disabled. Activate it first.',
		'Der Endpunkt ist deaktiviert. Aktivieren Sie ihn zuerst.',
	],
	quota_reached: [
		'The company has used all of its storage. Ask the operator of this service for more.',
		'Das Unternehmen hat seinen Speicher ausgeschöpft. Bitten Sie den Betreiber dieses Dienstes um mehr.',
	],
	export_incomplete: [
		'Some lines are missing details that the file needs.',
		'Einigen Zeilen fehlen Angaben, die die Datei braucht.',
	],
	export_empty: ['There are no lines for this file.', 'Für diese Datei gibt es keine Zeilen.'],
	early_closing: ({ months = [] }, { monthName }) => [
		`This closes ${months.map(monthName).join(', ')} early. Select the checkbox to confirm.`,
		`Das schließt ${months.map(monthName).join(', ')} vorzeitig ab. Bestätigen Sie das mit dem Kontrollkästchen.`,
	],
	code_unusable: ({ fault = '' }) => {
		if (fault === 'invoice_without_purchase') {
			return [
				'This invoice proves no purchase: it is a credit note or an offer, or asks for no money. Select the checkbox to add it all the same.',
				'Diese Rechnung belegt keinen Kauf: Sie ist eine Gutschrift oder ein Angebot oder verlangt kein Geld. Wählen Sie das Kontrollkästchen, um sie trotzdem hinzuzufügen.',
			];
		}
		const [en, de] = CODE_FAULTS[fault] ?? CODE_FAULTS.not_a_till;
		return [
			`The code on the receipt cannot be used: ${en}. You can submit the receipt without it.`,
			`Der Code auf dem Beleg lässt sich nicht verwenden: ${de}. Sie können den Beleg ohne ihn einreichen.`,
		];
	},
	facts_differ: ({ facts }, { day, amount }) => {
		const [date, money] =
			facts === undefined
				? ['', '']
				: [day(Date.parse(facts.date)), amount(facts.amount.value, facts.amount.currency)];
		return facts?.isCorrection
			? [
					`The receipt corrects an earlier invoice, and says ${date} and ${money}. Select the checkbox if you have not submitted the earlier one.`,
					`Der Beleg berichtigt eine frühere Rechnung und nennt ${date} und ${money}. Aktivieren Sie das Kontrollkästchen, wenn Sie die frühere nicht eingereicht haben.`,
				]
			: [
					`The receipt says ${date} and ${money}. Correct the form, or select the checkbox to confirm the difference.`,
					`Auf dem Beleg stehen ${date} und ${money}. Korrigieren Sie das Formular, oder bestätigen Sie den Unterschied mit dem Kontrollkästchen.`,
				];
	},
	rows_refused: ['Some rows cannot be imported.', 'Einige Zeilen können nicht importiert werden.'],
	employee_erased: ['The data of this person was erased.', 'Die Daten dieser Person wurden gelöscht.'],
	erasure_not_due: ({ earliestAllowed: from }, { day }) =>
		from === undefined
			? ['This cannot be erased yet.', 'Das kann noch nicht gelöscht werden.']
			: [
					`This can be erased from ${day(Date.parse(from))}.`,
					`Das kann ab dem ${day(Date.parse(from))} gelöscht werden.`,
				],
	address_registered: [
		'Somebody else has this address. Use the link in a mail to the address, or ask the operator. A code or a link on paper is not enough.',
		'Jemand anderes hat diese Adresse. Benutzen Sie den Link in einer Mail an die Adresse, oder fragen Sie den Betreiber. Ein Code oder ein Link auf Papier genügt nicht.',
	],
	address_reassigned: [
		'Your earlier address now belongs to another account, so it cannot be restored. Ask your administrator to close your account or to set another address.',
		'Ihre frühere Adresse gehört jetzt zu einem anderen Konto und kann nicht wiederhergestellt werden. Bitten Sie Ihre Administration, Ihr Konto zu schließen oder eine andere Adresse festzulegen.',
	],
	not_a_sandbox: [
		'This is a real company. Only a sandbox has a clock of its own.',
		'Das ist ein echtes Unternehmen. Nur eine Sandbox hat eine eigene Uhr.',
	],
	sandbox_busy: [
		'Somebody is moving the clock of this sandbox, or is filling or emptying it. Try again in a few seconds.',
		'Gerade stellt jemand die Uhr dieser Sandbox vor, füllt oder leert sie. Versuchen Sie es in einigen Sekunden noch einmal.',
	],
	sandbox_not_empty: [
		'The sandbox has employees already. Reset it first.',
		'Die Sandbox hat schon Mitarbeitende. Setzen Sie sie zuerst zurück.',
	],
	user_closed: ['This account is closed.', 'Dieses Konto ist geschlossen.'],
	domain_not_proven: [
		'The verification record was not found yet. It can take an hour to appear.',
		'Der Bestätigungseintrag wurde noch nicht gefunden. Es kann eine Stunde dauern, bis er sichtbar ist.',
	],
	domain_taken: [
		'Another company has verified this domain.',
		'Ein anderes Unternehmen hat diese Domain bestätigt.',
	],
	last_company_admin: [
		'A company needs an administrator. Add another one first.',
		'Ein Unternehmen braucht eine Administration. Benennen Sie zuerst eine andere Person.',
	],
	last_platform_admin: [
		'The platform needs an administrator. Add another one first.',
		'Die Plattform braucht eine Administration. Benennen Sie zuerst eine andere Person.',
	],
	second_factor_exists: ['There is already a second factor.', 'Es gibt bereits einen zweiten Faktor.'],
	second_factor_missing: ['There is no second factor.', 'Es gibt keinen zweiten Faktor.'],
	registered_before: [
		'This person registered once, so a company sends no new invitation and prints no code by itself. Ask for a printed code on the page of the account, or ask the operator.',
		'Diese Person hat sich schon einmal registriert. Darum sendet ein Unternehmen keine neue Einladung und druckt allein keinen Code. Beantragen Sie einen gedruckten Code auf der Seite des Kontos, oder fragen Sie den Betreiber.',
	],
	resets_rest: ({ earliestAllowed: from }, { time }) => {
		const until = from === undefined ? '' : time(Date.parse(from));
		return [
			`A company has recently changed how this person signs in. Reset the second factor after ${until}, or ask the operator.`,
			`Ein Unternehmen hat vor Kurzem geändert, wie sich diese Person anmeldet. Setzen Sie den zweiten Faktor nach dem ${until} zurück, oder fragen Sie den Betreiber.`,
		];
	},
	link_too_early: ({ earliestAllowed: from }, { time }) => {
		const begin = from === undefined ? '' : time(Date.parse(from));
		return [
			`This link works from ${begin} on. Open it again then.`,
			`Dieser Link gilt ab ${begin}. Öffnen Sie ihn dann noch einmal.`,
		];
	},
	user_is_employee: ['This person is an employee.', 'Diese Person ist hier beschäftigt.'],
	user_not_closed: ['Close the account first.', 'Schließen Sie zuerst das Konto.'],
	user_has_other_roles: ['This person has other roles.', 'Diese Person hat noch andere Rollen.'],
	calendar_too_wide: [
		'There are too many entries. Hide the names, or select a single day in the calendar.',
		'Das sind zu viele Einträge. Blenden Sie die Namen aus, oder wählen Sie im Kalender einen einzelnen Tag.',
	],
	history_too_wide: [
		'The period is too long. Select a shorter one.',
		'Der Zeitraum ist zu lang. Wählen Sie einen kürzeren.',
	],
	assistants_off: [
		'This company takes no proposals. An administrator can change that in its settings.',
		'Dieses Unternehmen nimmt keine Vorschläge an. Das lässt sich in den Einstellungen ändern.',
	],
	too_many_proposals: [
		'Too many proposals are open. Release or decline some of them first.',
		'Zu viele Vorschläge sind offen. Geben Sie zuerst einige frei, oder lehnen Sie sie ab.',
	],
	change_closed: [
		'This request was decided, cancelled or replaced in the meantime, or it has expired. Ask again if the change is still needed.',
		'Über diese Anfrage wurde inzwischen entschieden, sie wurde abgebrochen oder ersetzt, oder sie ist abgelaufen. Stellen Sie eine neue, wenn die Änderung noch nötig ist.',
	],
	change_open: [
		'Somebody else has asked for a change of this person’s address. Cancel that request first, under “Requests”.',
		'Jemand anderes hat eine Änderung der Adresse dieser Person angefragt. Brechen Sie diese Anfrage zuerst ab, unter „Anfragen“.',
	],
	nothing_to_release: [
		'This person needs no release. People who have registered with a proven address get a new password by mail, and others get an invitation. End a second factor first.',
		'Diese Person braucht keine Freigabe. Mit nachgewiesener Adresse gibt es ein neues Passwort per Mail, ohne Registrierung eine Einladung. Einen zweiten Faktor beenden Sie vorher.',
	],
	proposal_frozen: [
		'The author’s account is closed, or assistants are off. Reopen the account, switch assistants on, or decline the proposal.',
		'Das Konto hinter dem Vorschlag ist geschlossen, oder Assistenten sind ausgeschaltet. Öffnen Sie das Konto wieder, schalten Sie Assistenten ein, oder lehnen Sie den Vorschlag ab.',
	],
	proposal_closed: [
		'This proposal was decided in the meantime, or it has expired.',
		'Über diesen Vorschlag wurde inzwischen entschieden, oder er ist abgelaufen.',
	],
	proposal_outdated: [
		'The record has changed since this was proposed, or it is gone. Decline the proposal.',
		'Der Datensatz wurde seit dem Vorschlag geändert, oder es gibt ihn nicht mehr. Lehnen Sie den Vorschlag ab.',
	],
	second_person_required: [
		'Another person must release this. Ask another administrator or the operator.',
		'Das muss eine andere Person freigeben. Fragen Sie eine andere Person aus der Administration oder den Betreiber.',
	],
	idempotency_conflict: [
		'This form was already submitted with other entries. Please open it again.',
		'Dieses Formular wurde bereits mit anderen Angaben gesendet. Bitte öffnen Sie es noch einmal.',
	],
	request_in_progress: [
		'This form is being saved. Please wait a moment.',
		'Dieses Formular wird gerade gespeichert. Bitte warten Sie einen Moment.',
	],
	precondition_failed: [
		'This was changed in the meantime. Check the current entries and decide again.',
		'Das wurde inzwischen geändert. Prüfen Sie die aktuellen Angaben und entscheiden Sie noch einmal.',
	],
	body_too_large: [
		'This is too large. A file can have up to 10 MB.',
		'Das ist zu groß. Eine Datei darf höchstens 10 MB haben.',
	],
	unsupported_media_type: [
		'This file type is not supported. Use JPEG, PNG, WebP, PDF or an invoice in XML.',
		'Dieser Dateityp wird nicht unterstützt. Verwenden Sie JPEG, PNG, WebP, PDF oder eine Rechnung in XML.',
	],
	too_many_attempts: ({ retryAfter = 60 }) => [
		`Too many attempts. Please try again in ${Math.ceil(retryAfter / 60)} min.`,
		`Zu viele Versuche. Bitte versuchen Sie es in ${Math.ceil(retryAfter / 60)} min noch einmal.`,
	],
	too_many_requests: [
		'Too many requests. Please wait a moment.',
		'Zu viele Anfragen. Bitte warten Sie einen Moment.',
	],
	archive_damaged: [
		'The history of this period could not be read. Please report this.',
		'Der Verlauf dieses Zeitraums konnte nicht gelesen werden. Bitte melden Sie das.',
	],
	misconfigured: [
		'The service is not set up completely. Please report this.',
		'Der Dienst ist nicht vollständig eingerichtet. Bitte melden Sie das.',
	],
	internal_error: [
		'Something went wrong. Please try again later.',
		'Etwas ist schiefgegangen. Bitte versuchen Sie es später noch einmal.',
	],
	identity_provider_failed: [
		'The identity provider of your company does not respond. Please try again later.',
		'Der Identitätsanbieter Ihres Unternehmens antwortet nicht. Bitte versuchen Sie es später noch einmal.',
	],
	company_moving: [
		'Your company’s data is moving to a new database, so nothing can be saved for a moment. Please try again in a minute.',
		'Die Daten Ihres Unternehmens ziehen gerade in eine neue Datenbank um. Bitte versuchen Sie es in einer Minute noch einmal.',
	],
	unavailable: [
		'The service is not available at the moment. Please try again in a minute.',
		'Der Dienst ist gerade nicht verfügbar. Bitte versuchen Sie es in einer Minute noch einmal.',
	],
} satisfies Record<RefusalCode, Pair | ((extras: RefusalExtras, say: Say) => Pair)>);

export function sentenceOf({ code, extras }: Pick<Refusal, 'code' | 'extras'>, say: Say): string {
	const sentence = SENTENCES[say.language][code];
	return typeof sentence === 'string' ? sentence : sentence(extras, say);
}

/** Returns a refusal of this kind as a result, and throws every other error. */
export const only =
	(code: Refusal['code']) =>
	(error: unknown): Refusal => {
		if (isRefusal(error, code)) return error;
		throw error;
	};
