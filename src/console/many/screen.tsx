import { readCompany } from '../../companies/actions.ts';
import type { Call } from '../../db/call.ts';
import type { Person } from '../../employees/people/store.ts';
import { windowsAt } from '../../overview/date-windows/actions.ts';
import type { Context, Screen } from '../env.ts';
import { page } from '../page.tsx';
import { addressOf, requireCompany } from '../people/search.ts';
import { isPreview, previewed, reported, requirePreviewed, submitted } from '../submit.ts';
import { reading } from '../visit.ts';
import { DonePage, lineToWire, WishPage } from './page.tsx';
import { chosenIds, peopleIn, type Selection, selectionIn } from './selection.ts';
import { type Line, WISHES, type WishName } from './wishes.ts';
import { WORDS } from './words.ts';

/** One change of many people, with one preview and one report. The list of people links here. */
export const many: Screen = {
	links: [],
	isFor: () => false,
	serve(app) {
		for (const name of Object.keys(WISHES) as WishName[]) {
			app.get(`/people/many/${name}`, (c) => showWish(c, name));
			app.post(`/people/many/${name}`, (c) =>
				submitted(
					c,
					() => (isPreview(c.var.typed) ? preview(c, name) : save(c, name)),
					() => (c.var.sent?.refusal?.code === 'precondition_failed' ? preview(c, name) : showWish(c, name)),
				),
			);
		}
	},
};

interface Foreseen {
	lines: readonly Line[];
	people: readonly Person[];
}

/** Returns the action that changes all selected people. It stores nothing by itself. */
function attemptOf(c: Context, name: WishName) {
	const { max, read } = WISHES[name];
	const selection = selectionIn(c, requireCompany(c));
	const work = read(c.var.typed);
	return async (call: Call) => {
		const people = await peopleIn(call, selection, max);
		const ids = chosenIds(selection, people, max);
		const outcome = await work(call, selection.companyId, ids, people);
		return { ...outcome, before: null, after: { lines: outcome.after, people } as Foreseen };
	};
}

/** Shows what would follow. A save that would do something else than its preview keeps its refusal. */
async function preview(c: Context, name: WishName): Promise<Response> {
	c.set('sent', { status: 200, ...c.var.sent, after: await previewed(c, attemptOf(c, name)) });
	return showWish(c, name);
}

async function showWish(c: Context, name: WishName): Promise<Response> {
	const foreseen = c.var.sent?.after as Foreseen | undefined;
	const selection = selectionIn(c, requireCompany(c));
	const call = reading(c);
	const isNamed = selection.ids !== null && selection.ids.length > 0;
	const [company, people] = await Promise.all([
		readCompany(call, selection.companyId),
		foreseen?.people ?? (isNamed ? peopleIn(call, selection, 0) : []),
	]);
	const windows = windowsAt(c.var.now, company);
	const { lines } = foreseen ?? {};
	return page(
		c,
		{ title: WORDS[c.var.language].wishes[name] },
		<WishPage name={name} selection={selection} people={people} windows={windows} lines={lines} />,
	);
}

/** Does exactly what the preview showed, and reports it. A repeated form gets the report without the single changes. */
async function save(c: Context, name: WishName): Promise<Response> {
	const selection = selectionIn(c, requireCompany(c));
	const attempt = attemptOf(c, name);
	let seen: Foreseen | undefined;
	const kept = await reported(c, {
		attempt: async (call) => {
			const outcome = await attempt(call);
			requirePreviewed(c, outcome.after.lines.map(lineToWire));
			seen = outcome.after;
			return outcome;
		},
		to: () => addressOf(selection.companyId),
		toWire: ({ lines }) => lines.map(({ id, result, code }) => ({ id, result, code })),
	});
	const { lines, people } = seen ?? (await remembered(c, selection, kept as Omit<Line, 'changes'>[]));
	return page(
		c,
		{ title: WORDS[c.var.language].wishes[name] },
		<DonePage name={name} selection={selection} people={people} lines={lines} />,
	);
}

/** Returns the part of a report that is kept. */
async function remembered(
	c: Context,
	selection: Selection,
	kept: readonly Omit<Line, 'changes'>[],
): Promise<Foreseen> {
	const ids = kept.map(({ id }) => id);
	const people = await peopleIn(c.var.call, { ...selection, ids }, 0);
	return { lines: kept.map((line) => ({ ...line, changes: [] })), people };
}
