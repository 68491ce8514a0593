import {
	type DELIVERY_STATES,
	type ENDPOINT_STATES,
	type EndpointReason,
	type Failure,
	MAX_ENDPOINTS,
} from '../../administration/webhooks/rules.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { EVENT_NAMES } from '../history/sentences.ts';
import { catalogue, SHARED } from '../words.ts';

export const DELIVERY_STATE_NAMES = {
	WAITING: ['waiting', 'wartet'],
	DELIVERED: ['delivered', 'zugestellt'],
	FAILED: SHARED.failed,
} satisfies Record<(typeof DELIVERY_STATES)[number], Pair>;

export const WORDS = catalogue({
	endpoints: ['Endpoints', 'Endpunkte'],
	intro: [
		'A webhook tells another system at once when something changes. It says who or what changed, but sends no values and no names.',
		'Ein Webhook meldet einem anderen System sofort, wenn sich etwas ändert. Er nennt, was sich geändert hat, aber keine Werte und keine Namen.',
	],
	noEndpoints: [
		'No webhook endpoints yet. Create the first one with the form on this page.',
		'Noch keine Webhook-Endpunkte. Legen Sie den ersten mit dem Formular auf dieser Seite an.',
	],
	newEndpoint: ['New endpoint', 'Neuer Endpunkt'],
	newHint: [
		`A company can have up to ${MAX_ENDPOINTS} endpoints.`,
		`Ein Unternehmen kann bis zu ${MAX_ENDPOINTS} Endpunkte haben.`,
	],
	create: ['Create endpoint', 'Endpunkt anlegen'],
	urlHint: [
		'An https address with a public name, such as https://hr.example/hooks',
		'Eine https-Adresse mit einem öffentlichen Namen, zum Beispiel https://hr.example/hooks',
	],
	descriptionHint: ['For example “HR synchronisation”', 'Zum Beispiel „Abgleich mit dem HR-System“'],
	eventTypes: ['Types of events', 'Arten von Ereignissen'],
	eventTypesHint: [
		'If you select none, the endpoint gets all types, including later ones.',
		'Wenn Sie keine auswählen, erhält der Endpunkt alle Arten, auch künftige.',
	],
	groups: {
		company: ['Company and settings', 'Unternehmen und Einstellungen'],
		users: ['User accounts', 'Benutzerkonten'],
		people: SHARED.people,
		benefits: ['Benefits', 'Benefits'],
		expenses: ['Expenses and receipts', 'Ausgaben und Belege'],
		payroll: SHARED.payroll,
	},
	selected: (count: number, all: number) => [`${count}\u00a0of\u00a0${all}`, `${count}\u00a0von\u00a0${all}`],
	allTypes: ['all events', 'alle Ereignisse'],
	types: (count: number) =>
		count === 1
			? ['one type of event', 'eine Ereignisart']
			: [`${count} types of events`, `${count} Ereignisarten`],
	secret: ['Your own secret', 'Eigenes Secret'],
	secretHint: [
		'If empty, we generate one. Otherwise whsec_ and the base64 of 24 to 64 random bytes.',
		'Wenn leer, erzeugen wir eines. Sonst whsec_ und 24 bis 64 zufällige Bytes in Base64.',
	],
	newSecret: ['Secret of the endpoint', 'Secret des Endpunkts'],
	secretOnce: [
		'Copy it now and keep it like a password. Your system checks signatures with it. We show it only now and never again.',
		'Kopieren Sie es jetzt und bewahren Sie es wie ein Passwort auf. Ihr System prüft damit Signaturen. Wir zeigen es nur jetzt und nie wieder.',
	],
	oldSecret: (time: string) => [
		`Until ${time}, deliveries are also signed with the previous secret. Replace it in your system by then.`,
		`Bis ${time} werden Zustellungen auch mit dem bisherigen Secret signiert. Ersetzen Sie es bis dahin in Ihrem System.`,
	],
	kept: ['I have copied it', 'Ich habe es kopiert'],
	states: {
		ACTIVE: ['active', 'aktiv'],
		PAUSED: ['paused', 'pausiert'],
		DISABLED: ['disabled', 'deaktiviert'],
	} satisfies Record<(typeof ENDPOINT_STATES)[number], Pair>,
	meanings: {
		ACTIVE: ['New events are sent at once.', 'Neue Ereignisse werden sofort gesendet.'],
		PAUSED: [
			'Nothing is sent. Events wait until you resume the endpoint, for at most 30 days.',
			'Es wird nichts gesendet. Ereignisse warten höchstens 30 Tage, bis Sie den Endpunkt fortsetzen.',
		],
		DISABLED: [
			'Nothing is sent, and new events do not wait. Once the endpoint works again, activate it. Your system can read what it missed with GET /events.',
			'Es wird nichts gesendet, und neue Ereignisse warten nicht. Sobald der Endpunkt wieder funktioniert, aktivieren Sie ihn. Ihr System kann Verpasstes mit GET /events lesen.',
		],
	} satisfies Record<(typeof ENDPOINT_STATES)[number], Pair>,
	reasons: {
		GONE: [
			'The endpoint answered with status 410 (Gone), so the service disabled it.',
			'Der Endpunkt hat mit Status 410 (Gone) geantwortet. Deshalb hat der Dienst ihn deaktiviert.',
		],
		FAILING: [
			'No delivery succeeded for 5 days, so the service disabled the endpoint.',
			'Fünf Tage lang war keine Zustellung erfolgreich. Deshalb hat der Dienst den Endpunkt deaktiviert.',
		],
		RESTORED: [
			'The company was restored from a backup, so the service paused the endpoint. Check its address before you resume it.',
			'Das Unternehmen wurde aus einer Sicherung wiederhergestellt. Deshalb hat der Dienst den Endpunkt pausiert. Prüfen Sie die Adresse, bevor Sie ihn fortsetzen.',
		],
	} satisfies Record<EndpointReason, Pair>,
	shortReasons: {
		GONE: ['status 410', 'Status 410'],
		FAILING: ['5 days without success', '5 Tage ohne Erfolg'],
		RESTORED: ['company was restored', 'Unternehmen wiederhergestellt'],
	} satisfies Record<EndpointReason, Pair>,
	failingSince: (time: string) => [`failing since ${time}`, `schlägt fehl seit ${time}`],
	waiting: (count: number, counted: string) =>
		count === 1
			? ['one delivery is waiting', 'eine Zustellung wartet']
			: [`${counted} deliveries are waiting`, `${counted} Zustellungen warten`],
	failing: ['Failing since', 'Schlägt fehl seit'],
	rotated: ['Secret rotated', 'Secret gewechselt'],
	events: ['Events', 'Ereignisse'],
	pause: ['Pause endpoint', 'Endpunkt pausieren'],
	resume: ['Resume endpoint', 'Endpunkt fortsetzen'],
	activate: ['Activate endpoint', 'Endpunkt aktivieren'],
	ping: ['Send test delivery', 'Testzustellung senden'],
	settings: ['Settings', 'Einstellungen'],
	rotation: ['Rotate the secret', 'Secret wechseln'],
	rotationHint: [
		'You get a new secret, which is shown once. For 24 hours, deliveries are signed with both, so your system can change at any time.',
		'Sie erhalten ein neues Secret, das einmal angezeigt wird. 24 Stunden lang werden Zustellungen mit beiden signiert, sodass Ihr System jederzeit wechseln kann.',
	],
	rotate: ['Rotate secret', 'Secret wechseln'],
	remove: ['Remove endpoint', 'Endpunkt entfernen'],
	removeHint: [
		'Events are no longer sent to this address, and its deliveries can no longer be read. This cannot be undone.',
		'An diese Adresse werden keine Ereignisse mehr gesendet, und ihre Zustellungen sind nicht mehr lesbar. Das lässt sich nicht rückgängig machen.',
	],
	deliveries: ['Deliveries', 'Zustellungen'],
	delivery: ['Delivery', 'Zustellung'],
	toEndpoint: ['To the endpoint', 'Zum Endpunkt'],
	deliveriesHint: [
		'Deliveries stay in this list for 30 days, the latest first.',
		'Zustellungen stehen hier 30 Tage, die neuesten zuerst.',
	],
	noDeliveries: [
		'No deliveries yet. The next event will appear here. You can also send a test delivery from the page of the endpoint.',
		'Noch keine Zustellungen. Das nächste Ereignis erscheint hier. Auf der Seite des Endpunkts können Sie auch eine Testzustellung senden.',
	],
	noneLikeThis: [
		'No deliveries match this filter. Select another status.',
		'Keine Zustellung passt zu diesem Filter. Wählen Sie einen anderen Status.',
	],
	eventNames: EVENT_NAMES,
	deliveryStates: DELIVERY_STATE_NAMES,
	pinged: ['test delivery', 'Testzustellung'],
	event: ['Event', 'Ereignis'],
	response: ['Response', 'Antwort'],
	webhookId: ['webhook-id', 'webhook-id'],
	delivered: ['Delivered', 'Zugestellt'],
	status: (code: number) => [`status ${code}`, `Status ${code}`],
	responseStatus: ['Status of the response', 'Status der Antwort'],
	responseBody: ['Beginning of the response', 'Anfang der Antwort'],
	responseHint: ['The first 1,024 bytes of the last response', 'Die ersten 1.024 Bytes der letzten Antwort'],
	failures: {
		TIMEOUT: [
			'There was no complete response within 10 seconds. Answer first, and process the event afterwards.',
			'Innerhalb von 10 Sekunden kam keine vollständige Antwort. Antworten Sie zuerst, und verarbeiten Sie das Ereignis danach.',
		],
		CONNECTION_FAILED: [
			'The server could not be reached, or it ended the connection. Check its name, its certificate and its firewall.',
			'Der Server war nicht erreichbar, oder er hat die Verbindung beendet. Prüfen Sie Namen, Zertifikat und Firewall.',
		],
		STATUS: [
			'The response had another status than 2xx. Check the log of your system.',
			'Die Antwort hatte einen anderen Status als 2xx. Prüfen Sie das Protokoll Ihres Systems.',
		],
		REDIRECT: [
			'The server redirected the request. We do not follow redirects. Enter the final address.',
			'Der Server hat die Anfrage umgeleitet. Wir folgen Umleitungen nicht. Tragen Sie die endgültige Adresse ein.',
		],
		TARGET_REFUSED: [
			'We do not send to this address. Enter an https address with a public name.',
			'An diese Adresse senden wir nicht. Tragen Sie eine https-Adresse mit einem öffentlichen Namen ein.',
		],
		EVENT_MISSING: [
			'The event is no longer stored, so it cannot be sent.',
			'Das Ereignis ist nicht mehr gespeichert und kann nicht gesendet werden.',
		],
		ENDPOINT_DISABLED: [
			'The endpoint was disabled before this was sent. Activate it, and send the delivery again.',
			'Der Endpunkt wurde deaktiviert, bevor dies gesendet wurde. Aktivieren Sie ihn, und senden Sie die Zustellung erneut.',
		],
	} satisfies Record<Failure, Pair>,
	shortFailures: {
		TIMEOUT: ['no response in time', 'keine rechtzeitige Antwort'],
		CONNECTION_FAILED: ['not reachable', 'nicht erreichbar'],
		STATUS: ['not 2xx', 'nicht 2xx'],
		REDIRECT: ['redirected', 'umgeleitet'],
		TARGET_REFUSED: ['address not allowed', 'Adresse nicht erlaubt'],
		EVENT_MISSING: ['event no longer stored', 'Ereignis nicht mehr gespeichert'],
		ENDPOINT_DISABLED: ['endpoint disabled', 'Endpunkt deaktiviert'],
	} satisfies Record<Failure, Pair>,
	again: ['Send again', 'Erneut senden'],
	againHint: [
		'Deliveries that are still waiting keep their time. Your system may get an event twice: compare the webhook-id.',
		'Zustellungen, die noch warten, behalten ihre Zeit. Ihr System kann ein Ereignis zweimal erhalten: Vergleichen Sie die webhook-id.',
	],
	failedAgain: ['Send all failed again', 'Alle fehlgeschlagenen erneut senden'],
	spanAgain: ['Send this time span again', 'Diesen Zeitraum erneut senden'],
	since: SHARED.from,
	sinceHint: ['German time, such as 7 March 2026, 09:30', 'Deutsche Zeit, zum Beispiel 07.03.2026, 09:30'],
	until: ['Before', 'Vor'],
	untilHint: [
		'German time. Deliveries from this time on are not included.',
		'Deutsche Zeit. Zustellungen ab diesem Zeitpunkt sind nicht enthalten.',
	],
	onlyFailed: ['Only failed deliveries', 'Nur fehlgeschlagene Zustellungen'],
});
