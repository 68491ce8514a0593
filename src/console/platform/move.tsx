import type { Child } from 'hono/jsx';
import { readOverview } from '../../administration/overview/companies/actions.ts';
import type { MOVE_STEPS } from '../../foundation/core/moves.ts';
import { nullIf } from '../../foundation/core/refusals.ts';
import { logError } from '../../foundation/http/log.ts';
import { databasesOf } from '../../foundation/http/near.ts';
import { callWhere } from '../../tenants/hosting/cells/actions.ts';
import { driveMove, readMove, startMove } from '../../tenants/hosting/moves/actions.ts';
import { isOnItsWay } from '../../tenants/hosting/moves/rules.ts';
import type { Progress } from '../../tenants/hosting/moves/store.ts';
import { readRemaining } from '../../tenants/hosting/restores/actions.ts';
import { type App, asApi, type Context } from '../env.ts';
import { Buttons, Form, Submit } from '../form.tsx';
import { form, sentWith } from '../forms.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { Badge, ButtonLink, Done, Facts, type Mood, NameLink, Note, Panel, Time } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { sentenceOf } from '../refusals.ts';
import { proof } from '../sign-in/routes.ts';
import { takeForm } from '../taking.ts';
import { reading } from '../visit.ts';
import { COMPANIES, companyIn, USERS } from './frame.tsx';
import { RESTORE_WORDS } from './restore-words.ts';
import { MOVE_WORDS } from './words.ts';

const PATH = '/platform/companies/:companyId/move';

const moving = form({
	fields: {},
	attempt: (call, companyId: string, _, c) => startMove(c.env, call, companyId),
});

export function serveMove(app: App): void {
	app.get(PATH, showMove);
	takeForm(app, PATH, moving, {
		idOf: companyIn,
		// Opening that page also continues the move.
		to: (companyId) => `${COMPANIES}/${companyId}/move?started`,
		show: showMove,
		guard: proof,
	});
}

/** Reads a company, whether it has a database of its own, and its latest move. The move is null if there was none. */
export async function databaseOfCompany(c: Context) {
	const companyId = companyIn(c);
	const call = reading(c);
	const there = await callWhere(databasesOf(asApi(c)), c.var.call, { id: companyId });
	const isInCell = there.db.cell !== undefined;
	const [company, move] = await Promise.all([
		readOverview(isInCell ? there : call, companyId),
		readMove(call, companyId).catch(nullIf('not_found')),
	]);
	return { company, there, isInCell, move };
}

/** The latest move or restore of a company, or what a move would do and the button for it. */
async function showMove(c: Context): Promise<Response> {
	const { company, there, isInCell, move } = await databaseOfCompany(c);
	if (move?.dateEnded === null) goOn(c, company.id);
	const words = MOVE_WORDS[c.var.language];
	const back = `${COMPANIES}/${company.id}`;
	const isMoving = move !== null && isOnItsWay(move);
	const isBack = move !== null && isRestore(move);
	const title = isInCell || (isMoving && !isBack) ? words.toNew : words.toOwn;
	// Only a page that names people reads once more.
	const namesPeople = move !== null && move.releasedGrants.length > 0;
	const remaining = namesPeople ? await readRemaining(there, move) : undefined;
	return titledPage(
		c,
		{
			title: isBack ? words.databaseOf : title,
			above: <a href={back}>{company.name}</a>,
			isNarrow: true,
		},
		<>
			<Done says={{ started: words.started, restoring: RESTORE_WORDS[c.var.language].started }} />
			{move !== null && <LatestMove of={move} to={`${back}/move`} />}
			{isBack && <Restored of={move} remaining={remaining} />}
			{!isMoving && <Beginning isInCell={isInCell} back={back} title={isBack ? title : undefined} />}
		</>,
	);
}

const isRestore = ({ backup, restoredTo }: Progress): boolean => backup !== null || restoredTo !== null;

/** Continues a move after the response. If this fails, the alarm of the new cell or the cron continues it. */
function goOn(c: Context, companyId: string): void {
	const log = (error: unknown) => logError('move_not_driven', error, { companyId });
	c.executionCtx.waitUntil(driveMove(c.env, { companyId }, c.var.now).catch(log));
}

interface BeginningProps {
	isInCell: boolean;
	back: string;
	title: string | undefined;
}

/** Says what a move does, and then offers its button. */
function Beginning({ isInCell, back, title }: BeginningProps) {
	const { c, say, words: common, words } = useReader(MOVE_WORDS);
	const { refusal } = sentWith(c, moving);
	return (
		<Panel {...(title !== undefined && { title })}>
			{refusal !== undefined && (
				<Note mood="bad">
					{refusal.code === 'several_databases' ? words.severalPeople : sentenceOf(refusal, say)}
				</Note>
			)}
			<p>{words.consequences.what}</p>
			<p>{words.consequences.closed}</p>
			<p>{isInCell ? words.fromOwn : words.fromShared}</p>
			<Form to={`${back}/move`} state={{}}>
				<Buttons>
					<Submit look="danger">{words.now}</Submit>
					<ButtonLink to={back}>{common.cancel}</ButtonLink>
				</Buttons>
			</Form>
		</Panel>
	);
}

const MOODS: Record<(typeof MOVE_STEPS)[number], Mood> = {
	COPYING: 'waiting',
	CLOSED: 'waiting',
	OPENED: 'good',
	DONE: 'good',
	GIVEN_UP: 'bad',
};

function LatestMove({ of: move, to }: { of: Progress; to: string }) {
	const { say, words } = useReader(MOVE_WORDS);
	const restoreWords = useWords(RESTORE_WORDS);
	const { step, rows, bytes, copied, part, parts, dateClosed, dateOpened, dateEnded, reason } = move;
	const isBack = isRestore(move);
	const size = `${say.number(rows)} (${say.size(bytes)})`;
	const named = isBack && step === 'COPYING' ? restoreWords.loading : words.steps[step];
	const facts: [name: string, value: unknown][] = [[words.step, <Badge mood={MOODS[step]}>{named}</Badge>]];
	if (isBack) {
		const date = move.restoredTo ?? Date.parse(move.backup ?? '');
		facts.push([restoreWords.state, <Time at={date} />]);
		if (move.backup !== null) facts.push([restoreWords.loaded, size]);
	} else facts.push([words.rows, size], [words.copied, say.number(copied)]);
	if (dateOpened === null && dateEnded === null && move.restoredTo === null) {
		const left = say.number(Math.max(0, parts - part));
		facts.push([words.partsLeft, words.leftOf(left, say.number(parts))]);
	}
	facts.push([words.startedAt, <Time at={move.dateStarted} />]);
	if (dateClosed !== null) facts.push([words.closedAt, <Time at={dateClosed} />]);
	if (dateOpened !== null) facts.push([words.openedAt, <Time at={dateOpened} />]);
	if (dateClosed !== null && dateOpened !== null) {
		const seconds = Math.ceil((dateOpened - dateClosed) / 1000);
		facts.push([words.closedFor, words.seconds(say.number(seconds))]);
	}
	if (dateEnded !== null) facts.push([words.endedAt, <Time at={dateEnded} />]);
	if (reason !== null) facts.push([words.reason, words.reasons[reason]]);
	return (
		<Panel title={isBack ? restoreWords.latest : words.latest}>
			<p>{(isBack ? restoreWords : words).happens[step]}</p>
			<Facts rows={facts} />
			{isOnItsWay(move) && <ButtonLink to={to}>{words.refresh}</ButtonLink>}
		</Panel>
	);
}

/** The most addresses, rights and people of a restore that the page shows. */
const MOST_SHOWN = 200;

interface RestoredProps {
	of: Progress;
	remaining: Awaited<ReturnType<typeof readRemaining>> | undefined;
}

/** Lists what an operator has to do or to know after a restore. */
function Restored({ of: { released, erased }, remaining }: RestoredProps) {
	const words = useWords(RESTORE_WORDS);
	return (
		<>
			<Remaining title={words.released} hint={words.releasedHint} rows={released ?? []} />
			<Remaining
				title={words.rights}
				hint={words.rightsHint}
				rows={(remaining?.rights ?? []).map(({ person, company }) => (
					<>
						<a href={`${USERS}/${person.userId}`}>{nameOf(person)}</a>:{' '}
						<NameLink to={`${COMPANIES}/${company.id}`}>{company.name}</NameLink>
					</>
				))}
			/>
			<Remaining
				title={words.erased}
				hint={words.erasedHint}
				rows={(erased ?? []).map((id) => <code>{id}</code>)}
			/>
		</>
	);
}

function Remaining({ title, hint, rows }: { title: string; hint: string; rows: readonly Child[] }) {
	const { say, words } = useReader(RESTORE_WORDS);
	if (rows.length === 0) return null;
	return (
		<Panel title={title}>
			<p>{hint}</p>
			<ul>
				{rows.slice(0, MOST_SHOWN).map((row) => (
					<li>{row}</li>
				))}
				{rows.length > MOST_SHOWN && <li>{words.rest(say.number(rows.length - MOST_SHOWN))}</li>}
			</ul>
		</Panel>
	);
}
