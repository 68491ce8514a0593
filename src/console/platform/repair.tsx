import type { Child } from 'hono/jsx';
import type { Pair } from '../../foundation/core/language.ts';
import { repairCells } from '../../tenants/hosting/repair/actions.ts';
import { repairCellsRoute } from '../../tenants/hosting/repair/contract.ts';
import type { REPAIR_RESULTS, Repair, Repaired } from '../../tenants/hosting/repair/rules.ts';
import type { App, Context } from '../env.ts';
import { Form, OnlyButton } from '../form.tsx';
import { FormFor, form } from '../forms.tsx';
import { moment, text } from '../kinds.tsx';
import { useReader, useWords } from '../page.tsx';
import { ButtonLink, DoneNote, Note, Panel, Table } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { takeFormOnce } from '../taking.ts';
import { textIn } from '../typed.ts';
import { catalogue } from '../words.ts';
import { CELLS, COMPANIES, platformPage } from './frame.tsx';
import { WORDS } from './words.ts';

export const REPAIR = `${CELLS}/repair`;

export const REPAIR_WORDS = catalogue({
	title: ['Repair the directory of databases', 'Verzeichnis der Datenbanken reparieren'],
	when: [
		'Did you restore the shared database, or does the log have cell_unknown?',
		'Haben Sie die gemeinsame Datenbank wiederhergestellt, oder enthält das Protokoll cell_unknown?',
	],
	why: [
		'Do this after a restore of the shared database. People and companies that were added since then are unknown until the repair.',
		'Tun Sie dies nach einer Wiederherstellung der gemeinsamen Datenbank. Seither hinzugefügte Personen und Unternehmen sind bis zur Reparatur unbekannt.',
	],
	what: [
		'The service asks each database of a company for its addresses, codes and events, and enters them in the directory. You can repeat this.',
		'Der Dienst fragt jede Datenbank eines Unternehmens nach ihren Adressen, Codes und Ereignissen und trägt sie in das Verzeichnis ein. Sie können das wiederholen.',
	],
	since: ['Restored to', 'Zurückgesetzt auf'],
	sinceHint: [
		'The time to which you restored the shared database, in German time. Enter it only once after a restore.',
		'Der Zeitpunkt, auf den Sie die gemeinsame Datenbank zurückgesetzt haben, in deutscher Zeit. Geben Sie ihn nach einer Wiederherstellung nur einmal ein.',
	],
	cells: ['Only these databases', 'Nur diese Datenbanken'],
	cellsHint: [
		'Names from lines of the log with cell_unknown, separated by blanks. If empty, all known databases are repaired.',
		'Namen aus Zeilen des Protokolls mit cell_unknown, durch Leerzeichen getrennt. Ohne Angabe werden alle bekannten Datenbanken repariert.',
	],
	cellsUnreadable: [
		'Enter names of 12 letters and digits, such as b4kq2mzr7xwd.',
		'Geben Sie Namen aus 12 Buchstaben und Ziffern ein, zum Beispiel b4kq2mzr7xwd.',
	],
	now: ['Repair the directory', 'Verzeichnis reparieren'],
	next: ['Continue the repair', 'Reparatur fortsetzen'],
	complete: ['The directory is repaired.', 'Das Verzeichnis ist repariert.'],
	asked: (cells: string) => [`Databases asked: ${cells}.`, `Gefragte Datenbanken: ${cells}.`],
	incomplete: [
		'There are more databases. Continue until the directory is repaired.',
		'Es gibt weitere Datenbanken. Machen Sie weiter, bis das Verzeichnis repariert ist.',
	],
	left: ['Databases that need your action', 'Datenbanken, um die Sie sich kümmern müssen'],
	outcome: ['Result', 'Ergebnis'],
	todo: ['What to do', 'Was zu tun ist'],
	results: {
		REPAIRED: ['repaired, except for', 'repariert, außer'],
		EMPTY: ['no people', 'keine Personen'],
		UNFINISHED: ['move not finished', 'Umzug nicht beendet'],
		ELSEWHERE: ['company is elsewhere', 'Unternehmen ist woanders'],
		UNREACHABLE: ['did not answer', 'antwortet nicht'],
	} satisfies Record<(typeof REPAIR_RESULTS)[number], Pair>,
	todos: {
		REPAIRED: [
			'Somebody else has these addresses or domains. Give one of the two people another address, then repair again.',
			'Diese Adressen oder Domains sind anderweitig vergeben. Geben Sie einer der beiden Personen eine andere Adresse, und reparieren Sie dann erneut.',
		],
		EMPTY: ['Nothing.', 'Nichts.'],
		UNFINISHED: [
			'Nothing. The company works in its database from before the move.',
			'Nichts. Das Unternehmen arbeitet in seiner Datenbank von vor dem Umzug.',
		],
		ELSEWHERE: [
			'The directory has the company in another database. Restore its latest backup.',
			'Laut Verzeichnis ist das Unternehmen in einer anderen Datenbank. Stellen Sie seine letzte Sicherung wieder her.',
		],
		UNREACHABLE: ['Repair again later.', 'Reparieren Sie später erneut.'],
	} satisfies Record<(typeof REPAIR_RESULTS)[number], Pair>,
	backToCells: ['Back to the databases', 'Zurück zu den Datenbanken'],
});

const repairing = form({
	words: REPAIR_WORDS,
	fields: {
		since: { ...moment, isOptional: true },
		cells: { ...text({ unreadable: 'cellsUnreadable' }), isOptional: true },
	},
	contract: repairCellsRoute,
	body({ since, cells }, { var: { typed } }) {
		const after = textIn(typed, 'after');
		return {
			...(textIn(typed, 'since') !== '' && { since }),
			...(cells !== '' && { cells: cells.split(/[\s,]+/) }),
			...(after !== '' && { after }),
		};
	},
	attempt: (call, _: null, wanted, c) => repairCells(c.env, call, wanted),
});

export function serveRepair(app: App): void {
	const path = '/platform/cells/repair';
	app.get(path, showRepair);
	takeFormOnce(app, path, repairing, {
		idOf: () => null,
		to: () => REPAIR,
		show: showRepair,
		guard: proof,
		once: (c, repair) => page(c, <Report of={repair} />),
	});
}

const page = (c: Context, content: Child) =>
	platformPage(c, { part: 'cells', title: REPAIR_WORDS[c.var.language].title }, content);

const showRepair = (c: Context) => page(c, <Beginning />);

function Beginning() {
	const { words: common, words } = useReader(REPAIR_WORDS);
	return (
		<Panel>
			<p>{words.why}</p>
			<p>{words.what}</p>
			<FormFor
				of={repairing}
				to={REPAIR}
				save={words.now}
				others={<ButtonLink to={CELLS}>{common.cancel}</ButtonLink>}
			/>
		</Panel>
	);
}

/** Says what one request has repaired, and lets the reader continue with the next databases. */
function Report({ of: { cells, left, next } }: { of: Repair }) {
	const { say, words } = useReader(REPAIR_WORDS);
	const asked = words.asked(say.number(cells));
	return (
		<>
			{next === null ? (
				<DoneNote>
					{words.complete} {asked}
				</DoneNote>
			) : (
				<Note>
					{words.incomplete} {asked}
				</Note>
			)}
			{left.length > 0 && <Left rows={left} />}
			{next === null ? (
				<ButtonLink to={CELLS}>{words.backToCells}</ButtonLink>
			) : (
				<Form to={REPAIR} state={{}}>
					<input type="hidden" name="after" value={next} />
					<OnlyButton look="main">{words.next}</OnlyButton>
				</Form>
			)}
		</>
	);
}

function Left({ rows }: { rows: readonly Repaired[] }) {
	const { database, company } = useWords(WORDS);
	const words = useWords(REPAIR_WORDS);
	return (
		<Table
			caption={words.left}
			columns={[database, company, words.outcome, words.todo]}
			rows={rows.map(({ cell, companyId, result, conflicts }) => [
				<code>{cell}</code>,
				companyId !== null && <a href={`${COMPANIES}/${companyId}`}>{companyId}</a>,
				[words.results[result], ...conflicts].join(' '),
				words.todos[result],
			])}
		/>
	);
}
