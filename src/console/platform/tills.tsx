import {
	importKnownTills,
	listKnownTills,
	removeKnownTill,
} from '../../benefits/expenses/known-tills/actions.ts';
import { importKnownTillsRoute } from '../../benefits/expenses/known-tills/contract.ts';
import { textOfFile } from '../../benefits/expenses/known-tills/rules.ts';
import type { KnownTill } from '../../benefits/expenses/known-tills/store.ts';
import { type App, type Context, idIn } from '../env.ts';
import { sentenceOfFault } from '../faults.ts';
import { Form, OnlyButton } from '../form.tsx';
import { FormFor, form, sentWith } from '../forms.tsx';
import { file, optional, text } from '../kinds.tsx';
import { afterIn, List, PAGE_AND_ONE } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Day, Note, Panel, Sure } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { checked } from '../submit.ts';
import { takeForm } from '../taking.ts';
import { catalogue } from '../words.ts';
import { platformPage, TILLS } from './frame.tsx';

const WORDS = catalogue({
	tills: ['Known tills', 'Bekannte Kassen'],
	none: [
		'No certificates of tills yet. Import the first ones, so that receipts of these tills count as signed by a known till.',
		'Noch keine Zertifikate von Kassen. Importieren Sie die ersten, damit Belege dieser Kassen als „von einer bekannten Kasse signiert“ gelten.',
	],
	serialNumber: ['Serial number of the certificate', 'Seriennummer des Zertifikats'],
	validity: ['Valid', 'Gültig'],
	imported: ['Imported', 'Importiert'],
	action: ['Action', 'Aktion'],
	add: ['Import certificates', 'Zertifikate importieren'],
	addHint: [
		'They apply to all companies. Nobody checks who has signed them. Import only those that you got from the till itself or from its manufacturer.',
		'Sie gelten für alle Unternehmen. Niemand prüft, wer sie ausgestellt hat. Importieren Sie nur solche, die aus der Kasse selbst oder von ihrem Hersteller stammen.',
	],
	certificates: ['File', 'Datei'],
	certificatesHint: [
		'Up to 500 certificates in PEM, or one in DER. Expired ones are permitted for older receipts.',
		'Bis zu 500 Zertifikate in PEM oder eines in DER. Abgelaufene sind für ältere Belege erlaubt.',
	],
	name: ['Name', 'Name'],
	nameHint: [
		'For example, the place of these tills. If empty, the name in each certificate is used.',
		'Zum Beispiel der Standort dieser Kassen. Wenn leer, gilt der Name im jeweiligen Zertifikat.',
	],
	remove: ['Remove', 'Entfernen'],
	removeHint: [
		'Waiting receipts of this till are then judged without the certificate. Approved ones stay approved.',
		'Wartende Belege dieser Kasse werden dann ohne das Zertifikat beurteilt. Genehmigte bleiben genehmigt.',
	],
	removeNow: ['Remove certificate', 'Zertifikat entfernen'],
});

const PATH = '/platform/tills';

const addition = form({
	words: WORDS,
	fields: { certificates: file('.pem,.crt,.cer,.der'), name: optional(text()) },
	attempt: async (call, _: null, given: { certificates: File | undefined; name: string | null }, c) => {
		// A refused form brings its files back. This one may contain a private key by mistake, so it is dropped.
		c.var.typed.delete('certificates');
		const bytes = await given.certificates?.arrayBuffer();
		const certificates = bytes && textOfFile(new Uint8Array(bytes));
		return importKnownTills(call, checked(importKnownTillsRoute, { ...given, certificates }));
	},
});

const removal = form({
	fields: {},
	attempt: (call, _: null, __: object, c) => removeKnownTill(call, idIn(c, 'tillId')),
});

/** The certificates of tills, and the forms that import and remove them. */
export function serveTills(app: App): void {
	const taking = { idOf: () => null, show: showTills, guard: proof };
	app.get(PATH, showTills);
	takeForm(app, PATH, addition, {
		...taking,
		to(_, after) {
			const news = after.filter(({ result }) => result === 'IMPORTED').length;
			return `${TILLS}?saved=${news === 0 ? 'no-tills' : news === after.length ? 'tills' : 'some-tills'}`;
		},
	});
	takeForm(app, `${PATH}/:tillId/remove`, removal, { ...taking, to: () => `${TILLS}?saved=till-removed` });
}

async function showTills(c: Context): Promise<Response> {
	const tills = await listKnownTills(c.var.call, afterIn(c), PAGE_AND_ONE);
	const words = WORDS[c.var.language];
	return platformPage(
		c,
		{ part: 'tills' },
		<>
			<List
				caption={words.tills}
				columns={[
					{ title: words.name, of: ({ name }) => <bdi>{name}</bdi> },
					{ title: words.validity, of: (till) => <Validity of={till} /> },
					{ title: words.serialNumber, of: ({ serialNumber }) => <code>{serialNumber}</code> },
					{ title: words.imported, of: ({ dateCreated }) => ({ time: dateCreated }) },
					{ title: words.action, of: (till) => <Removal of={till} /> },
				]}
				rows={tills}
				cursorOf={({ id }) => id}
				none={words.none}
			/>
			<Addition />
		</>,
	);
}

const Validity = ({ of: { validFrom, validUntil } }: { of: KnownTill }) => (
	<>
		<Day at={validFrom} /> – <Day at={validUntil} />
	</>
);

function Removal({ of: { id } }: { of: KnownTill }) {
	const words = useWords(WORDS);
	return (
		<Form to={`${TILLS}/${id}/remove`}>
			<Sure label={words.remove}>
				<p>{words.removeHint}</p>
				<OnlyButton look="danger">{words.removeNow}</OnlyButton>
			</Sure>
		</Form>
	);
}

function Addition() {
	const { c, say, words } = useReader(WORDS);
	const faults = sentWith(c, addition).refusal?.extras.errors ?? [];
	return (
		<Panel title={words.add}>
			<p class="hint">{words.addHint}</p>
			{faults.length > 1 && (
				<Note mood="bad">
					<ul>
						{faults.map((fault) => (
							<li>{sentenceOfFault(fault, say)}</li>
						))}
					</ul>
				</Note>
			)}
			<FormFor of={addition} to={TILLS} save={words.add} takesFile />
		</Panel>
	);
}
