import type { Catalogue } from '../words.ts';

const ENGLISH = {
	erase: 'Erase the account',
	what: 'Name, e-mail address, password, second factor, sessions, mails and whatever the history tells of the person are blanked. What the person has done stays, without the name.',
	stays: 'This cannot be taken back.',
	now: 'Erase for good',
	cancel: 'Cancel',
	done: 'The account is erased.',
};

export const ERASURE_WORDS: Catalogue<typeof ENGLISH> = {
	en: ENGLISH,
	de: {
		erase: 'Konto löschen',
		what: 'Name, E-Mail-Adresse, Passwort, zweiter Faktor, Sitzungen, Mails und alles, was der Verlauf über die Person erzählt, werden unkenntlich. Was sie getan hat, bleibt, ohne ihren Namen.',
		stays: 'Das lässt sich nicht zurücknehmen.',
		now: 'Endgültig löschen',
		cancel: 'Abbrechen',
		done: 'Das Konto ist gelöscht.',
	},
};
