import type { MOVE_STEPS } from '../../core/moves.ts';
import { Refusal } from '../../core/refusals.ts';
import { callWhere } from '../../hosting/cells/actions.ts';
import { driveMove, readMove, startMove } from '../../hosting/moves/actions.ts';
import { isOnItsWay } from '../../hosting/moves/rules.ts';
import type { Progress } from '../../hosting/moves/store.ts';
import { logError } from '../../http/log.ts';
import { databasesOf } from '../../http/near.ts';
import { readOverview } from '../../overview/companies/actions.ts';
import { type App, asApi, type Context } from '../env.ts';
import { Buttons, Form, Submit } from '../form.tsx';
import { form, sentWith, takeForm } from '../forms.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { Badge, ButtonLink, Done, Facts, type Mood, Note, Panel, Time } from '../parts.tsx';
import { only, sentenceOf } from '../refusals.ts';
import { proof } from '../sign-in/routes.ts';
import { reading } from '../visit.ts';
import { COMPANIES, companyIn } from './frame.tsx';
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
		// This page also has the move go on.
		to: (companyId) => `${COMPANIES}/${companyId}/move?started`,
		show: showMove,
		guard: proof,
	});
}

/** The latest move of a company, or what a move would do and the button for it. */
async function showMove(c: Context): Promise<Response> {
	const companyId = companyIn(c);
	const call = reading(c);
	const there = await callWhere(databasesOf(asApi(c)), c.var.call, { id: companyId });
	const isInCell = there.db.cell !== undefined;
	const [company, found] = await Promise.all([
		readOverview(isInCell ? there : call, companyId),
		readMove(call, companyId).catch(only('not_found')),
	]);
	const move = found instanceof Refusal ? null : found;
	if (move?.dateEnded === null) goOn(c, companyId);
	const words = MOVE_WORDS[c.var.language];
	const back = `${COMPANIES}/${companyId}`;
	const isMoving = move !== null && isOnItsWay(move);
	return titledPage(
		c,
		{
			title: isInCell || isMoving ? words.toNew : words.toOwn,
			above: <a href={back}>{company.name}</a>,
			isNarrow: true,
		},
		<>
			<Done says={{ started: words.started }} />
			{move !== null && <LatestMove of={move} to={`${back}/move`} />}
			{!isMoving && <Beginning isInCell={isInCell} back={back} />}
		</>,
	);
}

/** Has a move go on after the response. If this fails, the alarm of the new cell or the cron goes on. */
function goOn(c: Context, companyId: string): void {
	const log = (error: unknown) => logError('move_not_driven', error, { companyId });
	c.executionCtx.waitUntil(driveMove(c.env, { companyId }, c.var.now).catch(log));
}

/** Says what a move does before its button is there. */
function Beginning({ isInCell, back }: { isInCell: boolean; back: string }) {
	const { c, say, words: common } = useReader();
	const words = useWords(MOVE_WORDS);
	const { refusal } = sentWith(c, moving);
	return (
		<Panel>
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
	const { say } = useReader();
	const words = useWords(MOVE_WORDS);
	const { step, rows, bytes, copied, part, parts, dateClosed, dateOpened, dateEnded, reason } = move;
	const facts: [name: string, value: unknown][] = [
		[words.step, <Badge mood={MOODS[step]}>{words.steps[step]}</Badge>],
		[words.rows, `${say.number(rows)} (${say.size(bytes)})`],
		[words.copied, say.number(copied)],
	];
	if (dateOpened === null && dateEnded === null) {
		facts.push([words.partsLeft, words.leftOf(say.number(parts - part), say.number(parts))]);
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
		<Panel title={words.latest}>
			<p>{words.happens[step]}</p>
			<Facts rows={facts} />
			{isOnItsWay(move) && <ButtonLink to={to}>{words.refresh}</ButtonLink>}
		</Panel>
	);
}
