import { Choice, Select, Tick } from '../../src/console/choice.tsx';
import type { Context } from '../../src/console/env.ts';
import { DayField, Field, FileField, MoneyField } from '../../src/console/field.tsx';
import { Buttons, Form, type Refused } from '../../src/console/form.tsx';
import { Heading, page } from '../../src/console/page.tsx';
import {
	Badge,
	Day,
	Empty,
	Facts,
	Money,
	Note,
	Paging,
	Panel,
	Preview,
	pageOf,
	Table,
	Time,
} from '../../src/console/parts.tsx';
import { reachOf, type Screen } from '../../src/console/screen.ts';
import { askForProof } from '../../src/console/sign-in/routes.ts';
import {
	changed,
	checked,
	isPreview,
	previewed,
	shownOnce,
	submitted,
	tagOf,
} from '../../src/console/submit.ts';
import { amountIn, chosenIn, dayIn, fileIn, isTicked, textIn, textOrNull } from '../../src/console/typed.ts';
import { requireProof } from '../../src/console/visit.ts';
import type { Call } from '../../src/db/call.ts';
import { submitExpenseRoute } from '../../src/expenses/submission/contract.ts';
import { readNotices, updateNotices } from '../../src/mail/notices/actions.ts';
import { toWire, updateNoticesRoute } from '../../src/mail/notices/contract.ts';
import { NOTICES, type Notice } from '../../src/mail/notices/rules.ts';

const NAMES = Object.keys(NOTICES) as Notice[];
const ROWS = Array.from({ length: 120 }, (_, index) => `row ${String(index).padStart(3, '0')}`);

/** A screen of the tests, with a form and every part that screens are made of. */
export const example: Screen = {
	links: [{ path: '/console/example', title: { en: 'Example', de: 'Beispiel' } }],
	isFor: (visitor) => reachOf(visitor, 'readNotices') !== null,
	serve(app) {
		app.get('/example', (c) => showNotices(c));
		app.post('/example', (c) =>
			submitted(
				c,
				(typed) => save(c, typed),
				(refused, status) => showNotices(c, refused, status),
			),
		);
		app.post('/example/once', (c) =>
			shownOnce(c, { attempt: (call) => turnedOff(call, 'accessEnding'), to: '/console/example' }, () =>
				page(c, { title: 'Once' }, <Note mood="good">the secret</Note>),
			),
		);
		app.get('/example/list', (c) => {
			const after = c.req.query('after') ?? '';
			const { shown, next } = pageOf(ROWS.filter((row) => row > after).slice(0, 51), (row) => row);
			return page(c, { title: 'List' }, <Listed rows={shown} next={next} />);
		});
		app.get('/example/parts', (c) => page(c, { title: 'Parts', scripts: ['preview.js'] }, <Parts c={c} />));
		app.post('/example/parts', (c) =>
			submitted(c, parse(c), (refused, status) =>
				page(c, { title: 'Parts' }, <Parts c={c} state={refused} />, status),
			),
		);
		app.use('/example/secret', requireProof(askForProof));
		app.get('/example/secret', (c) => page(c, { title: 'Secret' }, <p>the inner page</p>));
		app.post('/example/secret', (c) =>
			changed(c, { attempt: (call) => turnedOff(call, 'monthClosing'), to: () => '/console/example/secret' }),
		);
	},
};

const turnedOff = (call: Call, name: Notice) => updateNotices(call, { [name]: false });

async function showNotices(c: Context, state: Refused = {}, status = 200) {
	const choices = await readNotices(c.var.call);
	const wished =
		state.typed === undefined
			? choices
			: await previewed(c, (call) => updateNotices(call, choicesIn(state.typed as FormData)));
	return page(
		c,
		{ title: 'Example' },
		<>
			<Heading title="Example" above="Above" />
			<Form to="/console/example" state={state} etag={tagOf(toWire(choices))} previews>
				{NAMES.map((name) => (
					<Tick name={name} label={name} isOn={choices[name]} />
				))}
				<Field name="note" label="Note" isOptional value="stored" />
				<Buttons>
					<button type="submit">Save</button>
				</Buttons>
			</Form>
			<Preview>{JSON.stringify(wished)}</Preview>
		</>,
		status,
	);
}

const choicesIn = (typed: FormData) => Object.fromEntries(NAMES.map((name) => [name, isTicked(typed, name)]));

async function save(c: Context, typed: FormData): Promise<Response> {
	if (isPreview(typed)) return showNotices(c, { typed });
	const patch = checked(updateNoticesRoute, choicesIn(typed));
	return changed(c, {
		attempt: (call) => updateNotices(call, patch),
		to: () => '/console/example?saved',
		toWire,
	});
}

const parse = (c: Context) => async (typed: FormData) =>
	c.json({
		...checked(submitExpenseRoute, {
			module: textIn(typed, 'module'),
			amount: amountIn(typed, 'amount'),
			date: dayIn(typed, 'date'),
			days: chosenIn(typed, 'days').map(Number)[0] ?? null,
			note: textOrNull(typed, 'note'),
		}),
		file: fileIn(typed, 'file')?.name ?? null,
	});

const Listed = ({ rows, next }: { rows: readonly string[]; next: string | null }) => (
	<>
		<Table
			caption="Rows"
			columns={['Name', 'Amount']}
			numeric={[1]}
			rows={rows.map((row) => [row, <Money value={123_456} />])}
		/>
		<Paging next={next} />
	</>
);

const Parts = ({ c, state = {} }: { c: Context; state?: Refused }) => (
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
		<Form to="/console/example/parts" state={state} takesFile>
			<Select
				name="module"
				label="Module"
				options={[
					{ value: 'MEALS', label: 'Meals' },
					{ value: 'HEALTH', label: 'Health' },
				]}
			/>
			<MoneyField name="amount" label="Amount" value={5000} />
			<DayField name="date" label="Day" value="2026-03-01" min="2026-01-01" />
			<Choice name="days" label="Days" options={[{ value: '1', label: 'One', hint: 'day' }]} isMany />
			<Field name="note" label="Note" isOptional />
			<FileField name="file" label="File" accept="image/*" hint="A photo" unreadable="Cannot be read" />
		</Form>
	</Panel>
);
