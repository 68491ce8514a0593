import {
	advanceSandbox,
	populateSandbox,
	readSandbox,
	resetSandbox,
} from '../../administration/sandboxes/actions.ts';
import { advanceSandboxRoute, populateSandboxRoute } from '../../administration/sandboxes/contract.ts';
import { addMonths, type Instant, startOfMonth, toDay } from '../../foundation/core/instant.ts';
import { notFound } from '../../foundation/core/refusals.ts';
import { readCompany } from '../../tenants/companies/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import type { App, Context } from '../env.ts';
import { Form, OnlyButton, Submit, sentTo } from '../form.tsx';
import { FormFor, form, OneField } from '../forms.tsx';
import { day, number, text } from '../kinds.tsx';
import { useReader } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { takeForm } from '../taking.ts';
import { requireNameTyped, textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { catalogue, SHARED } from '../words.ts';
import { addressIn, companyPage } from './frame.tsx';

const PAGE = '/company/sandbox';

const WORDS = catalogue({
	clock: ['Clock', 'Uhr'],
	now: (at: string) => [
		`In this sandbox it is ${at}. The clock runs on, and only goes forward.`,
		`In dieser Sandbox ist es ${at}. Die Uhr läuft weiter und geht nur vorwärts.`,
	],
	does: [
		'Everything that becomes due on the way happens: vouchers, cut-offs, payroll runs, reminders.',
		'Was unterwegs fällig wird, geschieht: Gutscheine, Stichtage, Lohnläufe, Erinnerungen.',
	],
	to: ['Start of this day (UTC)', 'Beginn dieses Tages (UTC)'],
	toHint: ['At most two years ahead.', 'Höchstens zwei Jahre voraus.'],
	advance: ['Advance clock', 'Uhr vorstellen'],
	nextMonth: (date: string) => [`Advance to ${date}`, `Auf den ${date} vorstellen`],
	fill: ['Data', 'Daten'],
	fillHint: [
		'Creates people with benefits, and lets them spend for some months. The clock moves by these months. The sandbox must be empty.',
		'Legt Personen mit Benefits an und lässt sie einige Monate lang ausgeben. Die Uhr geht um diese Monate vor. Die Sandbox muss leer sein.',
	],
	employees: ['People', 'Personen'],
	months: SHARED.months,
	seed: ['Seed', 'Startzahl'],
	seedHint: ['One number always gives the same data.', 'Dieselbe Zahl ergibt dieselben Daten.'],
	populate: ['Fill sandbox', 'Sandbox füllen'],
	empty: ['Reset', 'Zurücksetzen'],
	emptyHint: [
		'Deletes all people, benefits, expenses, payroll runs, mails and the history, and sets the clock to the real time. Settings, administrators and API keys stay.',
		'Löscht alle Personen, Benefits, Belege, Lohnläufe, Mails und die Historie und stellt die Uhr auf die echte Zeit. Einstellungen, Administration und API-Schlüssel bleiben.',
	],
	confirmation: ['Name of the company', 'Name des Unternehmens'],
	confirm: (name: string) => [`Type ${name} to confirm.`, `Geben Sie zur Bestätigung ${name} ein.`],
	reset: ['Reset sandbox', 'Sandbox zurücksetzen'],
});

const advancing = form({
	words: WORDS,
	part: 'advance',
	fields: { to: day({ edge: 'first' }) },
	contract: advanceSandboxRoute,
	attempt: (call, companyId: string, { to }, c) => advanceSandbox(c.env, call, companyId, to),
});

const filling = form({
	words: WORDS,
	part: 'populate',
	fields: { employees: number(), months: number(), seed: number() },
	contract: populateSandboxRoute,
	attempt: (call, companyId: string, wanted, c) => populateSandbox(c.env, call, companyId, wanted),
});

const emptying = form({
	words: WORDS,
	part: 'reset',
	fields: { confirmation: text() },
	attempt: (call, companyId: string, _, c) => {
		requireNameTyped(c.var.typed);
		return resetSandbox(c.env, call, companyId);
	},
});

export function takeSandbox(app: App): void {
	takeForm(app, PAGE, [advancing, filling, emptying] as never, {
		idOf: (c) => companyNamed(c, 'advanceSandbox'),
		to: (_, after: { done?: boolean }, c) => {
			const saved = textIn(c.var.typed, 'part');
			return addressIn(c, PAGE, { saved: after.done === false ? 'unfinished' : saved });
		},
		show: showSandbox,
	});
}

/** The clock and the data of a sandbox. A real company has no such page. */
export async function showSandbox(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'advanceSandbox');
	if (c.var.call.db.ahead === undefined) throw notFound('page');
	const call = reading(c);
	const [{ now }, { name }] = await Promise.all([readSandbox(call, companyId), readCompany(call, companyId)]);
	return companyPage(
		c,
		{ path: PAGE },
		<div class="columns">
			<ClockPanel now={now} />
			<div>
				<Filling />
				<Emptying name={name} />
			</div>
		</div>,
	);
}

function ClockPanel({ now }: { now: Instant }) {
	const { c, say, words } = useReader(WORDS);
	const next = addMonths(startOfMonth(now), 1);
	const to = addressIn(c, PAGE);
	return (
		<Panel title={words.clock}>
			<p>{words.now(say.time(now))}</p>
			<p class="hint">{words.does}</p>
			<Form to={to} state={{}}>
				<input type="hidden" name="part" value="advance" />
				<input type="hidden" name="to" value={toDay(next)} />
				<Submit>{words.nextMonth(say.day(next))}</Submit>
			</Form>
			<FormFor of={advancing} to={to} save={words.advance} />
		</Panel>
	);
}

function Filling() {
	const { c, words } = useReader(WORDS);
	const values = { employees: 20, months: 6, seed: 1 };
	return (
		<Panel title={words.fill}>
			<p class="hint">{words.fillHint}</p>
			<FormFor of={filling} to={addressIn(c, PAGE)} values={values} save={words.populate} />
		</Panel>
	);
}

function Emptying({ name }: { name: string }) {
	const { c, words } = useReader(WORDS);
	const to = addressIn(c, PAGE);
	return (
		<Panel title={words.empty}>
			<p class="hint">{words.emptyHint}</p>
			<Form to={to} state={sentTo(c, to)}>
				<input type="hidden" name="part" value="reset" />
				<input type="hidden" name="name" value={name} />
				<OneField of={emptying} name="confirmation" hint={words.confirm(name)} />
				<OnlyButton look="danger">{words.reset}</OnlyButton>
			</Form>
		</Panel>
	);
}
