import { CALENDAR_NAMES } from '../../foundation/core/words.ts';
import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	kinds: CALENDAR_NAMES,
	list: ['List', 'Liste'],
	nothing: ['No entries in this month.', 'Keine Einträge in diesem Monat.'],
	nothingAtAll: [
		'No entries in this period. Select another period, or add benefits to a person.',
		'Keine Einträge in diesem Zeitraum. Wählen Sie einen anderen Zeitraum, oder geben Sie einer Person Benefits.',
	],
	today: ['today', 'heute'],
	what: ['Entry', 'Eintrag'],
	people: (count: number) =>
		count === 1 ? ['1 person', '1 Person'] : [`${count} people`, `${count} Personen`],
	everybody: ['the company', 'das Unternehmen'],
	names: ['Show names', 'Namen anzeigen'],
	span: (from: string, to: string) => [`${from} to ${to}`, `${from} bis ${to}`],
	subscribe: ['Subscribe', 'Abonnieren'],
	subscribeHint: [
		'A secret address shows this calendar in Outlook, Google or Apple, from the previous month to one year from now. Anyone who has the address can read it without a password.',
		'Eine geheime Adresse zeigt diesen Kalender in Outlook, Google oder Apple, vom Vormonat bis in ein Jahr. Jeder, der die Adresse hat, kann ihn ohne Passwort lesen.',
	],
	withNames: [
		'Show names of people. Otherwise the calendar shows only how many people an entry affects.',
		'Namen anzeigen. Sonst zeigt der Kalender nur, wie viele Personen ein Eintrag betrifft.',
	],
	make: ['Create address', 'Adresse erstellen'],
	since: ['Created on', 'Erstellt am'],
	tells: ['Shows', 'Zeigt'],
	tellsNames: ['names', 'Namen'],
	tellsCounts: ['numbers of people, without names', 'Anzahl der Personen, ohne Namen'],
	renew: ['Create new address', 'Neue Adresse erstellen'],
	renewHint: [
		'The current address stops working immediately. All subscribers need the new one.',
		'Die jetzige Adresse gilt sofort nicht mehr. Alle Abonnenten brauchen die neue.',
	],
	revoke: ['Revoke address', 'Adresse widerrufen'],
	revokeHint: [
		'The address stops working immediately. Calendars that use it are no longer updated. You can create another address.',
		'Die Adresse gilt sofort nicht mehr. Kalender, die sie verwenden, werden nicht mehr aktualisiert. Sie können eine andere Adresse erstellen.',
	],
	revoked: [
		'The address was revoked. It can no longer be used to read the calendar.',
		'Die Adresse wurde widerrufen. Über sie kann der Kalender nicht mehr gelesen werden.',
	],
	replaced: [
		'The address was created. It was shown only once. If you have lost it, create a new one.',
		'Die Adresse wurde erstellt. Sie wurde nur einmal angezeigt. Wenn Sie sie verloren haben, erstellen Sie eine neue.',
	],
	address: ['Secret address', 'Geheime Adresse'],
	once: [
		'Copy the address now. It is shown only once.',
		'Kopieren Sie die Adresse jetzt. Sie wird nur einmal angezeigt.',
	],
	open: ['Open in calendar program', 'Im Kalenderprogramm öffnen'],
	back: ['Back to the calendar', 'Zurück zum Kalender'],
});
