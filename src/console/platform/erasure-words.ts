import { catalogue } from '../words.ts';

export const ERASURE_WORDS = catalogue({
	erase: ['Erase the account', 'Konto löschen'],
	what: [
		'Name, e-mail address, password, second factor, sessions, mails and whatever the history tells of the person are blanked. What the person has done stays, without the name.',
		'Name, E-Mail-Adresse, Passwort, zweiter Faktor, Sitzungen, Mails und alles, was der Verlauf über die Person erzählt, werden unkenntlich. Was sie getan hat, bleibt, ohne ihren Namen.',
	],
	stays: ['This cannot be taken back.', 'Das lässt sich nicht zurücknehmen.'],
	now: ['Erase for good', 'Endgültig löschen'],
	done: ['The account is erased.', 'Das Konto ist gelöscht.'],
});
