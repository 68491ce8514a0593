import { submitExpenseRoute } from '../../src/benefits/expenses/submission/contract.ts';
import type { App, Context, Screen } from '../../src/console/env.ts';
import { FormFor, form, readFields, sentWith } from '../../src/console/forms.tsx';
import {
	day,
	email,
	file,
	flag,
	manyOf,
	money,
	oneOf,
	optional,
	secret,
	text,
} from '../../src/console/kinds.tsx';
import { afterIn, List, PAGE_AND_ONE } from '../../src/console/listing.tsx';
import { Heading, page } from '../../src/console/page.tsx';
import { Badge, Day, Empty, Facts, Money, Note, Panel, Preview, Time } from '../../src/console/parts.tsx';
import { askForProof } from '../../src/console/sign-in/routes.ts';
import { changed, checked, previewed, shownOnce, submitted } from '../../src/console/submit.ts';
import { takeForm } from '../../src/console/taking.ts';
import { requireProof } from '../../src/console/visit.ts';
import type { Call } from '../../src/foundation/db/call.ts';
import { readNotices, updateNotices } from '../../src/tenants/mail/notices/actions.ts';
import { noticesToWire, updateNoticesRoute } from '../../src/tenants/mail/notices/contract.ts';
import { NOTICES, type Notice } from '../../src/tenants/mail/rules.ts';

const NAMES = Object.keys(NOTICES) as Notice[];
const ROWS = Array.from({ length: 120 }, (_, index) => `row ${String(index).padStart(3, '0')}`);

const named = <Name extends string>(names: readonly Name[]): Record<Name, string> =>
	Object.assign({}, ...names.map((name) => ({ [name]: name })));
const inBoth = <Words,>(words: Words) => ({ en: words, de: words });

const notices = form({
	words: inBoth({ ...named(NAMES), note: 'Note' }),
	fields: {
		...(Object.fromEntries(NAMES.map((name) => [name, flag()])) as Record<Notice, ReturnType<typeof flag>>),
		note: optional(text()),
	},
	contract: updateNoticesRoute,
	body: ({ note, ...choices }) => choices,
	attempt: (call, _: null, choices) => updateNotices(call, choices),
	toWire: noticesToWire,
	preview: previewed,
});

const parts = form({
	words: inBoth({
		module: 'Module',
		moduleHint: 'Select one',
		amount: 'Amount',
		date: 'Day',
		days: 'Days',
		daysHint: 'Select any',
		note: 'Note',
		file: 'File',
		fileHint: 'A photo',
		unreadable: 'Cannot be read',
		pin: 'Secret',
		email: 'E-mail address',
	}),
	fields: {
		module: oneOf(['MEALS', 'HEALTH'], { MEALS: ['Meals', 'Essen'], HEALTH: ['Health', 'Gesundheit'] }),
		amount: money(),
		date: day({ min: '2026-01-01' }),
		days: manyOf(['1'], { 1: ['One', 'Einer'] }),
		note: optional(text()),
		file: file('image/*', 'unreadable'),
		pin: optional(secret()),
		email: optional(email()),
	},
	attempt: async () => Promise.reject(new Error('This form is only read.')),
});

/** A screen of the tests, with a form and every part that screens are made of. */
export const example: Screen = {
	links: [
		{
			path: '/example',
			group: 'daily',
			operation: 'readNotices',
			title: (language) => ({ en: 'Example', de: 'Beispiel' })[language],
		},
	],
	serve(app) {
		app.get('/example', showNotices);
		takeForm(app, '/example', notices, {
			idOf: () => null,
			to: () => '/console/example?saved',
			show: showNotices,
		});
		app.post('/example/once', (c) =>
			shownOnce(c, { attempt: (call) => turnedOff(call, 'accessEnding'), to: '/console/example' }, () =>
				page(c, { title: 'Once' }, <Note mood="good">the secret</Note>),
			),
		);
		app.get('/example/list', (c) => {
			const rows = ROWS.filter((row) => row > afterIn(c)).slice(0, PAGE_AND_ONE);
			return page(c, { title: 'List' }, <Listed rows={rows} />);
		});
		serveParts(app);
		app.use('/example/secret', requireProof(askForProof));
		app.get('/example/secret', (c) => page(c, { title: 'Secret' }, <p>the inner page</p>));
		app.post('/example/secret', (c) =>
			changed(c, { attempt: (call) => turnedOff(call, 'monthClosing'), to: () => '/console/example/secret' }),
		);
	},
};

function serveParts(app: App): void {
	app.get('/example/parts', (c) => page(c, { title: 'Parts', scripts: ['preview.js'] }, <Parts c={c} />));
	app.post('/example/parts', (c) =>
		submitted(c, parse(c), () => page(c, { title: 'Parts' }, <Parts c={c} />)),
	);
}

const turnedOff = (call: Call, name: Notice) => updateNotices(call, { [name]: false });

async function showNotices(c: Context) {
	const choices = await readNotices(c.var.call);
	const { after = choices } = sentWith(c, notices);
	return page(
		c,
		{ title: 'Example' },
		<>
			<Heading title="Example" above="Above" />
			<FormFor of={notices} to="/console/example" record={choices} values={{ note: 'stored' }} />
			<Preview>{JSON.stringify(after)}</Preview>
		</>,
	);
}

const parse = (c: Context) => async (typed: FormData) => {
	const { file: upload, days, pin, email: address, ...rest } = readFields(parts.fields, typed);
	const fields = checked(submitExpenseRoute, { ...rest, days: days.map(Number)[0] ?? null });
	return c.json({ ...fields, file: upload?.name ?? null, pin, address });
};

const Listed = ({ rows }: { rows: readonly string[] }) => (
	<List
		caption="Rows"
		columns={[
			{ title: 'Name', of: (row) => row },
			{ title: 'Amount', of: () => ({ amount: 123_456, currency: 'EUR_CENT' }), isNumeric: true },
		]}
		rows={rows}
		cursorOf={(row) => row}
	/>
);

const Parts = ({ c }: { c: Context }) => (
	<Panel title="Parts">
		<Facts
			rows={[
				['Name', <span>{'<script>alert(1)</script> محمد'}</span>],
				['Day', <Day at={c.var.now} />],
				['Short', <Day at={c.var.now} isShort />],
				['Time', <Time at={c.var.now} />],
				['Lei', <Money value={-5} currency="LEU_BANI" />],
				['State', <Badge mood="good">fine</Badge>],
			]}
		/>
		<Empty>Nothing yet.</Empty>
		<FormFor
			of={parts}
			to="/console/example/parts"
			values={{ amount: 5000, date: '2026-03-01', days: [] }}
			takesFile
		/>
	</Panel>
);
