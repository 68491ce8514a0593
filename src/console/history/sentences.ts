import type { EventType } from '../../foundation/core/history.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { labels } from '../../foundation/core/words.ts';

/**
 * Each event as a sentence. The brackets hold its name. A group in parentheses is left out when its value is missing, or when the
 * reader knows the person anyway. A new type of event that lacks a sentence does not compile.
 */
export const SENTENCES = {
	'company.created': [
		'{author} [created the company] {about}',
		'{author} hat [das Unternehmen] {about} [angelegt]',
	],
	'company.updated': [
		'{author} [changed the company settings]( of {about})',
		'{author} hat [die Einstellungen des Unternehmens]( {about}) [geändert]',
	],
	'company.move_started': [
		'{author} [began to move the company]( {about}) to another database',
		'{author} hat [begonnen, das Unternehmen]( {about}) [in eine andere Datenbank zu verschieben]',
	],
	'company.restored': [
		'{author} [restored the company]( {about})( as it was on {dateRestored})',
		'{author} hat [das Unternehmen]( {about})( auf den Stand vom {dateRestored}) [zurückgesetzt]',
	],
	'sandbox.advanced': [
		'{author} [moved the clock of the sandbox] forward( to {now})',
		'{author} hat [die Uhr der Sandbox]( auf {now}) [vorgestellt]',
	],
	'sandbox.reset': ['{author} [reset the sandbox]', '{author} hat [die Sandbox zurückgesetzt]'],
	'sandbox.populated': [
		'{author} [filled the sandbox]( with {employees} people)',
		'{author} hat [die Sandbox]( mit {employees} Personen) [gefüllt]',
	],
	'directory.repaired': [
		'{author} [repaired the directory]( after D1 was restored to {dateRestored})',
		'{author} hat [das Verzeichnis repariert](, nachdem D1 auf den Stand vom {dateRestored} zurückgesetzt wurde)',
	],
	'api_key.created': [
		'{author} [created an API key]( called {name})',
		'{author} hat [einen API-Schlüssel]( namens {name}) [angelegt]',
	],
	'api_key.revoked': ['{author} [revoked an API key]', '{author} hat [einen API-Schlüssel widerrufen]'],
	'webhook_endpoint.created': [
		'{author} [created a webhook endpoint]( at {url})',
		'{author} hat [einen Webhook-Endpunkt]( unter {url}) [angelegt]',
	],
	'webhook_endpoint.updated': [
		'{author} [changed a webhook endpoint]( of {about})',
		'{author} hat [einen Webhook-Endpunkt]( von {about}) [geändert]',
	],
	'webhook_endpoint.secret_rotated': [
		'{author} [rotated the secret of a webhook endpoint]( at {url})',
		'{author} hat [das Secret eines Webhook-Endpunkts]( unter {url}) [gewechselt]',
	],
	'webhook_endpoint.disabled': [
		'[A webhook endpoint]( of {about}) [was disabled]',
		'[Ein Webhook-Endpunkt]( von {about}) [wurde deaktiviert]',
	],
	'webhook_endpoint.removed': [
		'{author} [removed a webhook endpoint]( at {url})',
		'{author} hat [einen Webhook-Endpunkt]( unter {url}) [entfernt]',
	],
	'calendar_address.created': [
		'{author} [created a calendar address]( for {about})',
		'{author} hat [eine Kalenderadresse]( für {about}) [angelegt]',
	],
	'calendar_address.revoked': [
		'{author} [revoked the calendar address]( of {about})',
		'{author} hat [die Kalenderadresse]( von {about}) [widerrufen]',
	],
	'single_sign_on.set': [
		'{author} [set up single sign-on]( for {about})',
		'{author} hat [Single Sign-on]( für {about}) [eingerichtet]',
	],
	'single_sign_on.removed': [
		'{author} [removed single sign-on]( for {about})',
		'{author} hat [Single Sign-on]( für {about}) [entfernt]',
	],
	'domain.added': [
		'{author} [added the domain]( {domain})',
		'{author} hat [die Domain]( {domain}) [hinzugefügt]',
	],
	'domain.verified': [
		'{author} [verified a domain]( of {about})',
		'{author} hat [eine Domain]( von {about}) [bestätigt]',
	],
	'domain.missing': [
		'[The verification record of a domain]( of {about}) [is missing]',
		'[Der Bestätigungseintrag einer Domain]( von {about}) [fehlt]',
	],
	'domain.lost': [
		'[A domain]( of {about}) [is no longer verified]',
		'[Eine Domain]( von {about}) [ist nicht mehr bestätigt]',
	],
	'domain.removed': [
		'{author} [removed the domain]( {domain})',
		'{author} hat [die Domain]( {domain}) [entfernt]',
	],
	'release.asked': [
		'{author} [asked for a release]( of {name})( for {about})',
		'{author} hat( für {about}) [eine Freigabe]( von {name}) [beantragt]',
	],
	'release.given': [
		'{author} [gave a release]( of {name})( for {about})',
		'{author} hat( für {about}) [eine Freigabe]( von {name}) [erteilt]',
	],
	'release.cancelled': [
		'{author} [cancelled the release]( of {name})( for {about})',
		'{author} hat( für {about}) [die Freigabe]( von {name}) [zurückgezogen]',
	],
	'payroll_settings.updated': [
		'{author} [changed the payroll settings]( of {about})',
		'{author} hat [die Abrechnungseinstellungen]( von {about}) [geändert]',
	],
	'tax_rule_template.created': [
		'{author} [created the tax rule template]( {name})',
		'{author} hat [die Steuerregel-Vorlage]( {name}) [angelegt]',
	],
	'group.created': [
		'{author} [created the directory group]( {name})',
		'{author} hat [die Verzeichnisgruppe]( {name}) [angelegt]',
	],
	'group.updated': ['{author} [changed a directory group]', '{author} hat [eine Verzeichnisgruppe geändert]'],
	'group.removed': [
		'{author} [removed the directory group]( {name})',
		'{author} hat [die Verzeichnisgruppe]( {name}) [entfernt]',
	],
	'user.created': ['{author} [created the user] {about}', '{author} hat [den Benutzer] {about} [angelegt]'],
	'user.updated': [
		'{author} [changed the account]( of {about})',
		'{author} hat [das Benutzerkonto]( von {about}) [geändert]',
	],
	'user.address_requested': [
		'{author} [asked for a new e-mail address]( for {about})(, to be confirmed by {dateExpires})',
		'{author} hat( für {about}) [eine neue E-Mail-Adresse beantragt](, zu bestätigen bis {dateExpires})',
	],
	'user.address_released': [
		'{author} [agreed to a new e-mail address]( for {about})',
		'{author} hat( für {about}) [einer neuen E-Mail-Adresse zugestimmt]',
	],
	'user.address_cancelled': [
		'{author} [cancelled the request for a new e-mail address]( for {about})',
		'{author} hat( für {about}) [die Anfrage nach einer neuen E-Mail-Adresse abgebrochen]',
	],
	'user.proof_requested': [
		'{author} [asked for a confirmation of the e-mail address]( of {about})(, valid until {dateExpires})',
		'{author} hat [eine Bestätigung der E-Mail-Adresse]( von {about}) [angefordert](, gültig bis {dateExpires})',
	],
	'user.rights_lapsed': [
		'[Waiting rights]( of {about}) [lapsed], because the person who gave them no longer may',
		'[Wartende Rechte]( von {about}) [sind verfallen], weil die Person, die sie vergeben hat, das nicht mehr darf',
	],
	'user.address_lost': [
		'[The e-mail address {email} was lost]( by {about}), because it belongs to somebody else now',
		'[Die E-Mail-Adresse {email} ging verloren]( bei {about}), weil sie jetzt jemand anderem gehört',
	],
	'user.invited': [
		'{author} [invited] {about}( by {by})(, valid until {dateExpires})',
		'{author} hat {about}( per {by}) [eingeladen](, gültig bis {dateExpires})',
	],
	'user.closed': [
		'{author} [closed the account]( of {about})',
		'{author} hat [das Benutzerkonto]( von {about}) [geschlossen]',
	],
	'user.opened': [
		'{author} [reopened the account]( of {about})',
		'{author} hat [das Benutzerkonto]( von {about}) [wieder geöffnet]',
	],
	'user.erased': [
		'{author} [erased the data of a user]',
		'{author} hat [die Daten eines Benutzers gelöscht]',
	],
	'user.viewed': [
		'{author} [viewed the pages]( of {about})',
		'{author} hat [die Seiten]( von {about}) [angesehen]',
	],
	'second_factor.added': [
		'{author} [added a second factor]( for {about})',
		'{author} hat( für {about}) [einen zweiten Faktor hinzugefügt]',
	],
	'second_factor.removed': [
		'{author} [removed the second factor]( of {about})',
		'{author} hat [den zweiten Faktor]( von {about}) [entfernt]',
	],
	'second_factor.reset': [
		'{author} [reset the second factor]( of {about})',
		'{author} hat [den zweiten Faktor]( von {about}) [zurückgesetzt]',
	],
	'second_factor.codes_renewed': [
		'{author} [created new recovery codes]( for {about})',
		'{author} hat( für {about}) [neue Wiederherstellungscodes erstellt]',
	],
	'notices.updated': [
		'{author} [changed the mail notifications]( of {about})',
		'{author} hat [die Benachrichtigungen]( von {about}) [geändert]',
	],
	'employee.created': [
		'{author} [created the person] {about}',
		'{author} hat [die Person] {about} [angelegt]',
	],
	'employee.updated': [
		'{author} [changed the master data]( of {about})',
		'{author} hat [die Stammdaten]( von {about}) [geändert]',
	],
	'employee.pause_began': [
		'[A pause began]( for {about})( on {datePausedStart})',
		'[Eine Pause]( von {about}) [begann]( am {datePausedStart})',
	],
	'employee.pause_ended': [
		'[A pause ended]( for {about})( before {datePausedEnd})',
		'[Eine Pause]( von {about}) [endete]( vor dem {datePausedEnd})',
	],
	'employee.terminated': [
		'{author} [set the last working day]( of {about})( to {dateTerminated})',
		'{author} hat [den letzten Arbeitstag]( von {about})( auf den {dateTerminated}) [festgelegt]',
	],
	'employee.termination_cleared': [
		'{author} [cancelled the termination]( of {about})( on {dateTerminated})',
		'{author} hat [den Austritt]( von {about})( am {dateTerminated}) [zurückgenommen]',
	],
	'employee.left': [
		'{about} [left the company]( on {dateTerminated})',
		'{about} ist( am {dateTerminated}) [aus dem Unternehmen ausgetreten]',
	],
	'employee.erased': [
		'{author} [erased the data of a person]',
		'{author} hat [die Daten einer Person gelöscht]',
	],
	'pause.set': ['{author} [set a pause]( for {about})', '{author} hat( für {about}) [eine Pause festgelegt]'],
	'pause.cut': [
		'{author} [shortened a pause]( of {about})',
		'{author} hat [eine Pause]( von {about}) [verkürzt]',
	],
	'pause.continued': [
		'{author} [continued a pause]( of {about})',
		'{author} hat [eine Pause]( von {about}) [fortgesetzt]',
	],
	'pause.removed': [
		'{author} [removed a pause]( of {about})',
		'{author} hat [eine Pause]( von {about}) [entfernt]',
	],
	'flex_access.set': [
		'{author} [granted a flex budget]( to {about})',
		'{author} hat( {about}) [ein Flex-Budget gegeben]',
	],
	'flex_access.cut': [
		'{author} [shortened the flex budget]( of {about})',
		'{author} hat [das Flex-Budget]( von {about}) [verkürzt]',
	],
	'flex_access.continued': [
		'{author} [continued the flex budget]( of {about})',
		'{author} hat [das Flex-Budget]( von {about}) [fortgesetzt]',
	],
	'flex_access.removed': [
		'{author} [removed the flex budget]( of {about})',
		'{author} hat [das Flex-Budget]( von {about}) [entfernt]',
	],
	'flex_access.began': [
		'[A flex budget began]( for {about})( on {validFrom})',
		'[Ein Flex-Budget]( von {about}) [begann]( am {validFrom})',
	],
	'flex_access.ended': [
		'[A flex budget ended]( for {about})( after {validUntil})',
		'[Ein Flex-Budget]( von {about}) [endete]( nach dem {validUntil})',
	],
	'planned_voucher.set': [
		'{author} [granted goodies]( to {about})',
		'{author} hat( {about}) [Goodies gegeben]',
	],
	'planned_voucher.cut': [
		'{author} [shortened goodies]( of {about})',
		'{author} hat [Goodies]( von {about}) [verkürzt]',
	],
	'planned_voucher.continued': [
		'{author} [continued goodies]( of {about})',
		'{author} hat [Goodies]( von {about}) [fortgesetzt]',
	],
	'planned_voucher.removed': [
		'{author} [removed goodies]( of {about})',
		'{author} hat [Goodies]( von {about}) [entfernt]',
	],
	'default_access.set': [
		'{author} [granted default access]( to {about})',
		'{author} hat( {about}) [Standardzugang gegeben]',
	],
	'default_access.cut': [
		'{author} [shortened default access]( of {about})',
		'{author} hat [Standardzugang]( von {about}) [verkürzt]',
	],
	'default_access.continued': [
		'{author} [continued default access]( of {about})',
		'{author} hat [Standardzugang]( von {about}) [fortgesetzt]',
	],
	'default_access.removed': [
		'{author} [removed default access]( of {about})',
		'{author} hat [Standardzugang]( von {about}) [entfernt]',
	],
	'voucher.issued': [
		'{author} [issued a voucher]( of {amount})( to {about})',
		'{author} hat( an {about}) [einen Gutschein]( über {amount}) [ausgegeben]',
	],
	'voucher.skipped': [
		'{author} [left out a voucher]( of {amount})( for {about})',
		'{author} hat( für {about}) [einen Gutschein]( über {amount}) [ausgelassen]',
	],
	'expense.submitted': [
		'{author} [submitted an expense]( of {amount})( for {about})',
		'{author} hat( für {about}) [eine Ausgabe]( über {amount}) [eingereicht]',
	],
	'expense.approved': [
		'{author} [approved an expense]( of {about})( by the rule for {module})( up to {maxAmount})',
		'{author} hat [eine Ausgabe]( von {about})( nach der Regel für {module})( bis {maxAmount}) [genehmigt]',
	],
	'expense.rejected': [
		'{author} [rejected an expense]( of {about})',
		'{author} hat [eine Ausgabe]( von {about}) [abgelehnt]',
	],
	'expense.returned': [
		'{author} [returned an expense]( of {about}) [for correction]',
		'{author} hat [eine Ausgabe]( von {about}) [zur Korrektur zurückgegeben]',
	],
	'expense.mended': [
		'{author} [corrected an expense]( of {about})',
		'{author} hat [eine Ausgabe]( von {about}) [korrigiert]',
	],
	'expense.withdrawn': [
		'{author} [withdrew an expense]( of {about})',
		'{author} hat [eine Ausgabe]( von {about}) [zurückgezogen]',
	],
	'expense.reopened': [
		'{author} [took back the decision on an expense]( of {about})',
		'{author} hat [die Entscheidung über eine Ausgabe]( von {about}) [zurückgenommen]',
	],
	'expense.sampled': [
		'{author} [drew an expense]( of {about}) [for the sample]',
		'{author} hat [eine Ausgabe]( von {about}) [für die Stichprobe gezogen]',
	],
	'approval_rule.set': [
		'{author} [set the approval rule]( for {module})',
		'{author} hat [die Genehmigungsregel]( für {module}) [festgelegt]',
	],
	'approval_rule.removed': [
		'{author} [removed the approval rule]( for {module})',
		'{author} hat [die Genehmigungsregel]( für {module}) [entfernt]',
	],
	'approval_seed.committed': [
		'{author} [set the seed of the sample]( of {month})',
		'{author} hat [die Startzahl der Stichprobe]( für {month}) [festgelegt]',
	],
	'approval_seed.revealed': [
		'{author} [revealed the seed of the sample]( of {month})',
		'{author} hat [die Startzahl der Stichprobe]( für {month}) [veröffentlicht]',
	],
	'standing_expense.submitted': [
		'{author} [submitted a standing expense]( of {amount})( for {about})',
		'{author} hat( für {about}) [eine Dauerausgabe]( über {amount}) [eingereicht]',
	],
	'standing_expense.proof_added': [
		'{author} [added a proof of a standing expense]( for {about})',
		'{author} hat( für {about}) [den Nachweis einer Dauerausgabe hinzugefügt]',
	],
	'standing_expense.proof_removed': [
		'{author} [removed a proof of a standing expense]( of {about})',
		'{author} hat [den Nachweis einer Dauerausgabe]( von {about}) [entfernt]',
	],
	'standing_expense.approved': [
		'{author} [approved a standing expense]( of {about})',
		'{author} hat [eine Dauerausgabe]( von {about}) [genehmigt]',
	],
	'standing_expense.rejected': [
		'{author} [rejected the proof of a standing expense]( of {about})',
		'{author} hat [den Nachweis einer Dauerausgabe]( von {about}) [abgelehnt]',
	],
	'standing_expense.skipped': [
		'[Nothing was submitted for a standing expense]( of {about})',
		'[Für eine Dauerausgabe]( von {about}) [wurde nichts eingereicht]',
	],
	'standing_expense.ended': [
		'{author} [ended a standing expense]( of {about})',
		'{author} hat [eine Dauerausgabe]( von {about}) [beendet]',
	],
	'expense.facts_changed': [
		'{author} [added or removed an electronic invoice]( of {about})',
		'{author} hat [eine elektronische Rechnung]( von {about}) [hinzugefügt oder entfernt]',
	],
	'receipt.added': [
		'{author} [added a receipt]( for {about})',
		'{author} hat( für {about}) [einen Beleg hinzugefügt]',
	],
	'receipt.removed': [
		'{author} [removed a receipt]( of {about})',
		'{author} hat [einen Beleg]( von {about}) [entfernt]',
	],
	'known_till.imported': [
		'{author} [imported the certificate of a till]( {name})',
		'{author} hat [das Zertifikat einer Kasse]( {name}) [importiert]',
	],
	'known_till.removed': [
		'{author} [removed the certificate of a till]( {name})',
		'{author} hat [das Zertifikat einer Kasse]( {name}) [entfernt]',
	],
	'receipt_draft.added': [
		'{author} [added a draft receipt]( for {about})',
		'{author} hat( für {about}) [einen Beleg als Entwurf hinzugefügt]',
	],
	'receipt_address.created': [
		'{author} [created an address for receipts by mail]( for {about})',
		'{author} hat( für {about}) [eine Adresse für Belege per Mail erstellt]',
	],
	'receipt_address.removed': [
		'{author} [removed the address for receipts by mail]( of {about})',
		'{author} hat [die Adresse für Belege per Mail]( von {about}) [entfernt]',
	],
	'receipt_draft.removed': [
		'{author} [deleted a draft receipt]( of {about})',
		'{author} hat [einen Entwurf]( von {about}) [gelöscht]',
	],
	'payroll_transaction.created': [
		'{author} [passed]( {amount})( for {about}) [on to payroll]',
		'{author} hat( {amount})( für {about}) [an die Abrechnung übergeben]',
	],
	'payroll_transaction.split': [
		'{author} [split a line for meals]( of {about})',
		'{author} hat [eine Zeile für Essen]( von {about}) [aufgeteilt]',
	],
	'payroll_transaction.withdrawn': [
		'{author} [took a line]( of {about}) [back from payroll]',
		'{author} hat [eine Zeile]( von {about}) [aus der Abrechnung zurückgenommen]',
	],
	'payroll_transaction.settled': [
		'{author} [settled a line]( of {about}) [outside payroll]',
		'{author} hat [eine Zeile]( von {about}) [außerhalb der Lohnabrechnung beglichen]',
	],
	'payroll_correction.created': [
		'{author} [corrected a payroll line]( of {about})( by {amount})',
		'{author} hat [eine Abrechnungszeile]( von {about})( um {amount}) [korrigiert]',
	],
	'payroll_file.issued': [
		'{author} [created a payroll file]( for {month})',
		'{author} hat [eine Lohndatei]( für {month}) [erstellt]',
	],
	'budget.expired': [
		'[Budget]( of {about})( for {month}) [expired]( on {dateExpired})(: {amount})',
		'[Budget]( von {about})( für {month}) [ist verfallen]( am {dateExpired})(: {amount})',
	],
	'month.cut_off': [
		'[The month]( {month})( of {about}) [can no longer change]( since {payrollReferenceDate})',
		'[Der Monat]( {month})( von {about}) [kann sich]( seit dem {payrollReferenceDate}) [nicht mehr ändern]',
	],
	'compromise.ended': [
		'{author} [ended what a compromised session or key began]( for {about})(: {kind})',
		'{author} hat [beendet, was eine kompromittierte Sitzung oder ein kompromittierter Schlüssel begonnen hatte]( für {about})(: {kind})',
	],
	'proposal.created': [
		'{author} [proposed a change]( with the API key “{authorName}”)',
		'{author} hat( mit dem API-Schlüssel „{authorName}“) [eine Änderung vorgeschlagen]',
	],
	'proposal.released': [
		'{author} [released a proposal]( of {authorType})( named “{authorName}”)( for {about})',
		'{author} hat [einen Vorschlag]( {authorType})( namens „{authorName}“)( für {about}) [freigegeben]',
	],
	'proposal.declined': [
		'{author} [declined a proposal]( of {authorType})( named “{authorName}”)',
		'{author} hat [einen Vorschlag]( {authorType})( namens „{authorName}“) [abgelehnt]',
	],
	'payroll_run.closing': [
		'{author} [began to close the month]( {month})',
		'{author} hat [den Abschluss des Monats]( {month}) [begonnen]',
	],
	'payroll_run.closed': [
		'{author} [closed the month]( {month})',
		'{author} hat [den Monat]( {month}) [abgeschlossen]',
	],
} satisfies Record<EventType, Pair>;

const nameIn = (sentence: string): string =>
	[...sentence.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part).join(' ');

/** The name of each event, in a few words. */
export const EVENT_NAMES = labels(
	Object.fromEntries(
		Object.entries(SENTENCES).map(([type, [en, de]]) => [type, [nameIn(en), nameIn(de)] as const]),
	) as Record<EventType, Pair>,
);
