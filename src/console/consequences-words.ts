import type { CausedKind } from '../administration/causes/rules.ts';
import type { Pair } from '../foundation/core/language.ts';
import { catalogue } from './words.ts';

/** The names of records that a session or key began, by their kind. */
export const CAUSED_NAMES = {
	PROPOSAL: ['proposal', 'Vorschlag'],
	INVITATION: ['invitation', 'Einladung'],
	ADDRESS_CHANGE: ['change of an e-mail address', 'Änderung einer E-Mail-Adresse'],
	WEBHOOK_ENDPOINT: ['webhook endpoint', 'Webhook-Endpunkt'],
	API_KEY: ['API key', 'API-Schlüssel'],
	APPROVAL_RULE: ['approval rule', 'Genehmigungsregel'],
	STANDING_EXPENSE: ['standing expense', 'Dauerbeleg'],
	CALENDAR_ADDRESS: ['calendar address', 'Kalenderadresse'],
	RECEIPT_ADDRESS: ['address for receipts', 'Adresse für Belege'],
	RECEIPT_DRAFT: ['draft receipt', 'Entwurf eines Belegs'],
	EXPENSE: ['expense', 'Ausgabe'],
} satisfies Record<CausedKind, Pair>;

export const CONSEQUENCES = catalogue({
	title: ['What ended', 'Das wurde beendet'],
	kinds: CAUSED_NAMES,
	nothing: ['Nothing else had to end.', 'Sonst musste nichts beendet werden.'],
	ended: [
		'This was begun and nobody had decided on it, so it ended:',
		'Das war begonnen, und niemand hatte darüber entschieden. Deshalb wurde es beendet:',
	],
	kept: [
		'A person has decided on this since, so it stays. Please check it:',
		'Darüber hat seither jemand entschieden. Deshalb bleibt es. Bitte prüfen Sie es:',
	],
	foreign: ['Somebody else was signed in', 'Jemand anderes war angemeldet'],
	foreignHint: [
		'This signs out and also ends what was begun there: proposals, invitations, keys, webhooks, rules and addresses. You then see what ended.',
		'Das meldet ab und beendet auch, was dort begonnen wurde: Vorschläge, Einladungen, Schlüssel, Webhooks, Regeln und Adressen. Danach sehen Sie, was beendet wurde.',
	],
	endForeign: ['Sign out and end everything', 'Abmelden und alles beenden'],
});
