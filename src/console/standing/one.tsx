import { endStanding, readStanding } from '../../benefits/expenses/standing/actions.ts';
import { proofToWire, toWire } from '../../benefits/expenses/standing/contract.ts';
import type { Proof, StandingExpense } from '../../benefits/expenses/standing/store.ts';
import { listStandingMonths } from '../../benefits/expenses/standing-months/actions.ts';
import { addProof } from '../../benefits/expenses/standing-proofs/actions.ts';
import { addProofRoute } from '../../benefits/expenses/standing-proofs/contract.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { toDay, toYearMonth } from '../../foundation/core/instant.ts';
import { why } from '../../tenants/mail/words/rules.ts';
import { picture, uploadOf } from '../benefits/form.tsx';
import { ExpenseList } from '../benefits/receipts.tsx';
import { type App, type Context, idIn } from '../env.ts';
import { Form, OnlyButton } from '../form.tsx';
import { sayIn } from '../format.ts';
import { FormFor, form, OneField, sentWith } from '../forms.tsx';
import { day } from '../kinds.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { ButtonLink, Done, Empty, Note, Panel, Sure } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { sentenceOf } from '../refusals.ts';
import { takeForm } from '../taking.ts';
import { fileIn } from '../typed.ts';
import { reading } from '../visit.ts';
import {
	nameOf,
	OWN_STANDING,
	Proofs,
	StandingFacts,
	standingAddress,
	stateOf,
	verifyAddress,
} from './parts.tsx';
import { WORDS } from './words.ts';

/** The form for a proof, also a later one. Its contract has only the last day, because the API takes the file as the body. */
export const proof = form({
	words: WORDS,
	fields: { proofUntil: day(), file: picture.fields.file },
	contract: {
		request: { body: { content: { 'application/json': { schema: addProofRoute.request.query } } } },
	},
	attempt: async (call, id: string, { proofUntil = null }, { env, var: { typed } }) =>
		addProof(call, env.RECEIPTS, id, {
			proofUntil,
			upload: await uploadOf(fileIn(typed, 'file') ?? undefined),
		}),
	toWire: (added: Proof) => proofToWire(added, 'en'),
});

const ending = form({
	fields: {},
	attempt: (call, id: string) => endStanding(call, id),
	toWire: (standing: StandingExpense) => toWire(standing, 'en'),
});

/** The page of one standing expense: its status, its months and proofs, and what its employee may still do. */
export function takeOne(app: App): void {
	const at = '/benefits/standing/:standingExpenseId';
	const idOf = (c: Context) => idIn(c, 'standingExpenseId');
	const show = (c: Context) => showStanding(c, idOf(c));
	const leadingTo = (said: string) => ({
		idOf,
		to: (id: string) => `${standingAddress(id)}?${said}`,
		show,
	});
	app.get(at, show);
	takeForm(app, `${at}/proofs`, proof, leadingTo('saved'));
	takeForm(app, `${at}/end`, ending, leadingTo('ended'));
}

export async function showStanding(c: Context, id: string): Promise<Response> {
	const call = reading(c);
	const [standing, months] = await Promise.all([readStanding(call, id), listStandingMonths(call, id)]);
	const { employeeId, person } = standing;
	const words = WORDS[c.var.language];
	const isOwn = c.var.visitor?.employeeId === employeeId;
	return titledPage(
		c,
		{
			title: nameOf(standing, sayIn(c.var.language)),
			above: isOwn ? (
				<a href={OWN_STANDING}>{words.own}</a>
			) : (
				<PersonName person={{ employeeId, ...person }} />
			),
			scripts: ['photo.js'],
			isNarrow: true,
		},
		<StandingPage standing={standing} months={months} isOwn={isOwn} />,
	);
}

interface StandingPageProps {
	standing: StandingExpense;
	months: readonly Expense[];
	isOwn: boolean;
}

function StandingPage({ standing, months, isOwn }: StandingPageProps) {
	const { may, words } = useReader(WORDS);
	const isGoingOn = standing.state === 'SUBMITTED' || standing.state === 'ACTIVE';
	const mayChange = isGoingOn && (isOwn || may('updateEmployee'));
	return (
		<>
			<Said standing={standing} isOwn={isOwn} hasForms={mayChange} />
			<Panel>
				<StandingFacts
					standing={standing}
					proof={standing.state === 'SUBMITTED' ? standing.proofs[0] : undefined}
				/>
				{standing.waitingSince !== null && !isOwn && may('approveStandingExpense') && (
					<p class="buttons">
						<ButtonLink to={verifyAddress(standing.id)}>{words.verify}</ButtonLink>
					</p>
				)}
			</Panel>
			<Panel title={words.months}>
				{months.length === 0 ? <Empty>{words.noMonths}</Empty> : <ExpenseList expenses={months} />}
			</Panel>
			<Skipped standing={standing} />
			<Panel title={words.proofs}>
				<Proofs standing={standing} />
				{mayChange && <ProofForm standing={standing} />}
			</Panel>
			{mayChange && (
				<Sure label={words.end}>
					<p>{words.endHint}</p>
					<FormFor
						of={ending}
						to={`${standingAddress(standing.id)}/end`}
						record={standing}
						save={words.endNow}
					/>
				</Sure>
			)}
		</>
	);
}

/** The months without an expense, the newest first. */
function Skipped({ standing: { skipped } }: { standing: StandingExpense }) {
	const { say, words } = useReader(WORDS);
	if (skipped.length === 0) return null;
	return (
		<Panel title={words.skipped}>
			<ul class="rows">
				{skipped.toReversed().map(({ date, code }) => (
					<li>
						<span>
							{say.monthName(toYearMonth(date))}
							<br />
							<small>{why(say.language, code)}</small>
						</span>
					</li>
				))}
			</ul>
		</Panel>
	);
}

/** Says what was saved, what is next, or why a form was refused if the page does not show that form any more. */
function Said({ standing, isOwn, hasForms }: Omit<StandingPageProps, 'months'> & { hasForms: boolean }) {
	const { c, say, visitor, words } = useReader(WORDS);
	const { form: sent, refusal } = c.var.sent ?? {};
	const { saved, ended } = words;
	const { enderId } = standing;
	const isEndedByOther = enderId !== null && enderId !== visitor?.userId;
	const hints: Partial<Record<string, string>> = {
		...words.stateHints,
		...(isEndedByOther && { ENDED: words.endedByOther }),
	};
	const hint = isOwn ? hints[stateOf(standing)] : undefined;
	const isRenewed = standing.state === 'ACTIVE' && standing.waitingSince !== null;
	return (
		<>
			{refusal !== undefined && !hasForms && <Note mood="bad">{sentenceOf(refusal, say)}</Note>}
			<Done says={{ saved, ended }} />
			{sent === proof && !c.req.path.endsWith('/proofs') && <Note mood="bad">{words.proofMissing}</Note>}
			{isRenewed ? <Note>{words.newProofWaits}</Note> : hint !== undefined && <Note>{hint}</Note>}
		</>
	);
}

/** The form is open while a proof is missing. */
function ProofForm({ standing }: { standing: StandingExpense }) {
	const { c, words } = useReader(WORDS);
	const { id, state, proofUntil, waitingSince } = standing;
	const isMissing = ['PROOF_MISSING', 'PROOF_ENDED'].includes(stateOf(standing)) && waitingSince === null;
	return (
		<details open={isMissing || c.var.sent?.form === proof}>
			<summary>{words.newProof}</summary>
			<Form to={`${standingAddress(id)}/proofs`} state={sentWith(c, proof)} takesFile>
				{waitingSince !== null && <p>{words.replaces}</p>}
				<ProofFile />
				<OneField of={proof} name="proofUntil" {...(state === 'SUBMITTED' && { value: toDay(proofUntil) })} />
				<OnlyButton>{words.addProof}</OnlyButton>
			</Form>
		</details>
	);
}

/** The field for the file of a proof. It takes the same files as a receipt. */
export function ProofFile() {
	const words = useWords(WORDS);
	return <OneField of={picture} name="file" label={words.file} hint={words.fileHint} />;
}
