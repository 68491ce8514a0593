import { BYTE_ORDER_MARK, csvOf } from '../../core/csv.ts';
import { listPeople } from '../../employees/people/actions.ts';
import type { Person } from '../../employees/people/store.ts';
import { answerFile } from '../../http/file.ts';
import { noteListRead } from '../../http/pagination.ts';
import { COLUMNS } from '../../onboarding/import/columns.ts';
import { asApi, type Context } from '../env.ts';
import { requireCompany, searchIn } from './search.ts';
import { WORDS } from './words.ts';

/** Rows of one round trip. */
const PART_SIZE = 1000;

const IMPORTED = ['email', 'firstName', 'lastName', 'personnelNumber', 'costCenter', 'groups'] as const;

/** Everybody who is found, as a file whose columns an import takes back. More than one part is noted as data that leaves in bulk. */
export async function exportPeople(c: Context): Promise<Response> {
	const { companyId, filter, isHopeless } = searchIn(c, requireCompany(c));
	const words = WORDS[c.var.language];
	const titles = [...IMPORTED.map((name) => COLUMNS[name][c.var.language]), words.state];
	const delimiter = c.var.language === 'de' ? ';' : ',';
	let file = BYTE_ORDER_MARK + csvOf([titles], delimiter);
	for (let after = { part: '', id: '' }; ; ) {
		const rows = await listPeople(c.var.call, companyId, filter, after, isHopeless ? 0 : PART_SIZE);
		file += csvOf(
			rows.map((person) => [...cellsOf(person), words.states[person.state]]),
			delimiter,
		);
		const last = rows.at(-1);
		if (last === undefined || rows.length < PART_SIZE) break;
		if (after.id === '') await noteListRead(asApi(c));
		after = last;
	}
	return answerFile(asApi(c), 'people.csv', 'text/csv; charset=utf-8', file);
}

const cellsOf = (person: Person): (string | null)[] =>
	IMPORTED.map((name) => (name === 'groups' ? person.groups.join('|') : person[name]));
