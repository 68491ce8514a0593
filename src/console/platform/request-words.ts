import { MOST_SHOWN } from '../../administration/overview/requests/rules.ts';
import { catalogue, SHARED } from '../words.ts';

export const REQUEST_WORDS = catalogue({
	q: ['Reference or X-Request-Id', 'Referenz oder X-Request-Id'],
	company: ['Company ID', 'Unternehmens-ID'],
	start: [
		'Paste the reference that an error page shows, or the X-Request-Id of a response. You see what the request has changed, and the mails and webhooks that followed.',
		'Fügen Sie die Referenz einer Fehlerseite oder die X-Request-Id einer Antwort ein. Sie sehen, was die Anfrage geändert hat und welche Mails und Webhooks darauf folgten.',
	],
	malformed: [
		'This is no request id. An id has up to 255 letters, digits, hyphens, underscores and equals signs. Copy all of it.',
		'Das ist keine ID einer Anfrage. Eine ID hat bis zu 255 Buchstaben, Ziffern, Bindestriche, Unterstriche und Gleichheitszeichen. Kopieren Sie sie vollständig.',
	],
	nothing: [
		'No stored change has this id. The request was refused, failed, only read something, or repeated an earlier one.',
		'Keine gespeicherte Änderung hat diese ID. Die Anfrage wurde abgelehnt, schlug fehl, hat nur gelesen oder eine frühere wiederholt.',
	],
	archived: [
		'Changes of closed years are in archives, which are not searched here.',
		'Änderungen abgeschlossener Jahre liegen in Archiven, die hier nicht durchsucht werden.',
	],
	incomplete: [
		'Not all databases of companies could be searched. Enter the ID of the company, or try again later.',
		'Nicht alle Datenbanken von Unternehmen konnten durchsucht werden. Geben Sie die ID des Unternehmens ein, oder versuchen Sie es später erneut.',
	],
	inLog: ['Find the request in the log', 'Anfrage im Protokoll finden'],
	logQuery: ['Filter in Workers Logs', 'Filter in Workers Logs'],
	logCommand: [
		'While it is sent again with this X-Request-Id',
		'Während sie mit dieser X-Request-Id erneut gesendet wird',
	],
	logHint: [
		'The log has failed and slow requests, and a share of all others.',
		'Das Protokoll enthält fehlgeschlagene und langsame Anfragen und einen Anteil aller übrigen.',
	],
	result: ['Result', 'Ergebnis'],
	changed: ['successful', 'erfolgreich'],
	roles: SHARED.roles,
	companies: SHARED.companies,
	ofPlatform: ['none (the platform)', 'keines (die Plattform)'],
	who: SHARED.who,
	when: SHARED.when,
	changes: ['Changes', 'Änderungen'],
	mails: ['Mails', 'Mails'],
	deliveries: ['Webhook deliveries', 'Webhook-Zustellungen'],
	kind: SHARED.kind,
	state: ['Status', 'Status'],
	user: ['To the user', 'An den Benutzer'],
	attempts: SHARED.attempts,
	nextAttempt: SHARED.nextAttempt,
	noMails: ['This request has caused no mails.', 'Diese Anfrage hat keine Mails ausgelöst.'],
	noDeliveries: [
		'This request has caused no webhook deliveries in the last 30 days.',
		'Diese Anfrage hat in den letzten 30 Tagen keine Webhook-Zustellungen ausgelöst.',
	],
	mailsHint: [
		'Mails of the same companies and the same instant, from the last 180 days.',
		'Mails derselben Unternehmen und desselben Zeitpunkts, aus den letzten 180 Tagen.',
	],
	more: [
		`There is more. This page shows the first ${MOST_SHOWN} changes, mails and deliveries.`,
		`Es gibt mehr. Diese Seite zeigt die ersten ${MOST_SHOWN} Änderungen, Mails und Zustellungen.`,
	],
});
