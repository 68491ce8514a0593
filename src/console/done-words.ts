import { dictionary } from '../foundation/core/language.ts';

/** The sentences about what was done, by the value of `saved` in the address. */
export const DONE = dictionary({
	close: [
		'The account is closed. The person can no longer sign in.',
		'Das Konto ist geschlossen. Die Person kann sich nicht mehr anmelden.',
	],
	open: [
		'The account is open again. The person can sign in.',
		'Das Konto ist wieder offen. Die Person kann sich anmelden.',
	],
	sessions: ['The person is signed out on all devices.', 'Die Person ist auf allen Geräten abgemeldet.'],
	'request-asked': ['The request waits for a release.', 'Die Anfrage wartet auf eine Freigabe.'],
	'address-released': ['The request was released.', 'Die Anfrage wurde freigegeben.'],
	'address-agreed': ['You have agreed to the new address.', 'Sie haben der neuen Adresse zugestimmt.'],
	'address-ended': [
		'The request or change was cancelled. The earlier state applies.',
		'Die Anfrage oder Änderung wurde abgebrochen. Es gilt der frühere Stand.',
	],
	'address-links': ['The mails were sent again.', 'Die Mails wurden noch einmal gesendet.'],
	'second-factor': ['The second factor was reset.', 'Der zweite Faktor wurde zurückgesetzt.'],
	invitation: ['The invitation was sent again.', 'Die Einladung wurde noch einmal gesendet.'],
	'receipt-address': ['Your address for receipts was created.', 'Ihre Adresse für Belege wurde erstellt.'],
	'no-receipt-address': ['Your address for receipts was removed.', 'Ihre Adresse für Belege wurde entfernt.'],
	'approval-rule': ['The approval rule was saved.', 'Die Genehmigungsregel wurde gespeichert.'],
	'no-approval-rule': ['The approval rule was removed.', 'Die Genehmigungsregel wurde entfernt.'],
	key: ['The key was revoked.', 'Der Schlüssel wurde widerrufen.'],
	tills: ['The certificates were imported.', 'Die Zertifikate wurden importiert.'],
	'some-tills': [
		'The new certificates were imported. Those that were already known stay as they are. Certificates of authorities (CA) were left out.',
		'Die neuen Zertifikate wurden importiert. Schon bekannte bleiben, wie sie sind. Zertifikate von Zertifizierungsstellen (CA) wurden ausgelassen.',
	],
	'no-tills': [
		'These certificates were already known. Nothing has changed.',
		'Diese Zertifikate waren schon bekannt. Es hat sich nichts geändert.',
	],
	'till-removed': ['The certificate was removed.', 'Das Zertifikat wurde entfernt.'],
	endpoint: [
		'The settings of the endpoint were saved.',
		'Die Einstellungen des Endpunkts wurden gespeichert.',
	],
	'endpoint-active': [
		'The endpoint is active. Waiting events are sent now.',
		'Der Endpunkt ist aktiv. Wartende Ereignisse werden jetzt gesendet.',
	],
	'endpoint-paused': [
		'The endpoint is paused. Events wait until you resume it.',
		'Der Endpunkt ist pausiert. Ereignisse warten, bis Sie ihn fortsetzen.',
	],
	'no-endpoint': ['The endpoint was removed.', 'Der Endpunkt wurde entfernt.'],
	ping: [
		'The test delivery will be sent shortly. Reload this page to see the response.',
		'Die Testzustellung wird gleich gesendet. Laden Sie diese Seite neu, um die Antwort zu sehen.',
	],
	redelivered: [
		'The delivery will be sent again shortly. Reload this page to see the response.',
		'Die Zustellung wird gleich erneut gesendet. Laden Sie diese Seite neu, um die Antwort zu sehen.',
	],
	'redelivered-many': [
		'The deliveries will be sent again shortly.',
		'Die Zustellungen werden gleich erneut gesendet.',
	],
	'redelivered-none': [
		'No deliveries match, so nothing is sent again.',
		'Es gibt keine passenden Zustellungen. Nichts wird erneut gesendet.',
	],
	'redelivered-more': [
		'The oldest 5,000 deliveries will be sent again shortly. There are more: press the same button again.',
		'Die ältesten 5.000 Zustellungen werden gleich erneut gesendet. Es gibt noch mehr: Klicken Sie noch einmal auf dieselbe Schaltfläche.',
	],
	device: ['That device is signed out.', 'Dieses Gerät ist abgemeldet.'],
	devices: ['All other devices are signed out.', 'Alle anderen Geräte sind abgemeldet.'],
	factor: ['The second factor was removed.', 'Der zweite Faktor wurde entfernt.'],
	general: [
		'The company name and the mail settings were saved.',
		'Unternehmensname und Mail-Einstellungen wurden gespeichert.',
	],
	receipts: [
		'The modules that need a receipt were saved.',
		'Die Module mit Belegpflicht wurden gespeichert.',
	],
	limits: [
		'The settings for legal limits were saved.',
		'Die Einstellungen zu gesetzlichen Grenzen wurden gespeichert.',
	],
	advance: ['The clock was moved.', 'Die Uhr wurde vorgestellt.'],
	unfinished: [
		'This takes longer than one request allows. Submit the form again to continue.',
		'Das dauert länger, als eine Anfrage erlaubt. Senden Sie das Formular noch einmal, um fortzufahren.',
	],
	populate: ['The sandbox was filled.', 'Die Sandbox wurde gefüllt.'],
	reset: ['The sandbox was reset.', 'Die Sandbox wurde zurückgesetzt.'],
	assistants: [
		'The settings for assistants were saved.',
		'Die Einstellungen für Assistenten wurden gespeichert.',
	],
	released: [
		'The proposal was released. The change is made.',
		'Der Vorschlag wurde freigegeben. Die Änderung ist ausgeführt.',
	],
	declined: ['The proposal was declined.', 'Der Vorschlag wurde abgelehnt.'],
	days: ['The cut-off days were saved.', 'Die Stichtage wurden gespeichert.'],
	color: ['The colour was saved.', 'Die Farbe wurde gespeichert.'],
	logo: ['The logo was saved.', 'Das Logo wurde gespeichert.'],
	'no-logo': ['The logo was removed.', 'Das Logo wurde entfernt.'],
	office: [
		'The settings for the payroll office were saved.',
		'Die Einstellungen für das Lohnbüro wurden gespeichert.',
	],
	data: [
		'Country, retention period and limits were saved.',
		'Land, Aufbewahrungsfrist und Grenzen wurden gespeichert.',
	],
	erased: [
		'The personal data of the person was erased.',
		'Die personenbezogenen Daten der Person wurden gelöscht.',
	],
	provider: ['The identity provider was saved.', 'Der Identitätsanbieter wurde gespeichert.'],
	'no-provider': ['The identity provider was removed.', 'Der Identitätsanbieter wurde entfernt.'],
	domain: ['The domain is verified.', 'Die Domain ist verifiziert.'],
	security: ['The rules for signing in were saved.', 'Die Regeln für die Anmeldung wurden gespeichert.'],
	invitations: [
		'The setting for invitations was saved.',
		'Die Einstellung für Einladungen wurde gespeichert.',
	],
	roles: [
		'The roles and details were saved. They take effect within 10 seconds.',
		'Die Rollen und Angaben wurden gespeichert. Sie gelten spätestens nach 10 Sekunden.',
	],
	invited: ['The invitation was sent.', 'Die Einladung wurde gesendet.'],
	password: [
		'The password was changed. You are signed out on all other devices.',
		'Das Passwort wurde geändert. Auf allen anderen Geräten sind Sie abgemeldet.',
	],
	profile: ['Your name and language were saved.', 'Ihr Name und Ihre Sprache wurden gespeichert.'],
	notices: ['Your mail preferences were saved.', 'Ihre Mail-Einstellungen wurden gespeichert.'],
});
