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
	STANDING_EXPENSE: ['standing expense', 'Dauerausgabe'],
	CALENDAR_ADDRESS: ['calendar address', 'Kalenderadresse'],
	RECEIPT_ADDRESS: ['address for receipts', 'Adresse für Belege'],
	RECEIPT_DRAFT: ['draft receipt', 'Entwurf eines Belegs'],
	EXPENSE: ['expense', 'Ausgabe'],
} satisfies Record<CausedKind, Pair>;

export const CONSEQUENCES = catalogue({
	title: ['What ended', 'Das wurde beendet'],
	kinds: CAUSED_NAMES,
	nothing: ['Nothing else had to end.', 'Sonst musste nichts beendet werden.'],
	ended: ['These records were open, so they ended:', 'Diese Datensätze waren noch offen und wurden beendet:'],
	kept: [
		'These records stay, because somebody has decided on them or a verifier still has to. Please check them:',
		'Diese Datensätze bleiben, weil jemand darüber entschieden hat oder die Prüfung noch aussteht. Bitte prüfen Sie sie:',
	],
	foreign: ['Somebody else may have been signed in', 'Vielleicht war jemand anderes angemeldet'],
	foreignHint: [
		'This ends the session and what was begun in it, for example proposals, invitations, keys, webhooks and rules. You then see what ended.',
		'Das beendet die Sitzung und was darin begonnen wurde, zum Beispiel Vorschläge, Einladungen, Schlüssel, Webhooks und Regeln. Danach sehen Sie, was beendet wurde.',
	],
	endForeign: ['Sign out and end what was begun', 'Abmelden und Begonnenes beenden'],
});
