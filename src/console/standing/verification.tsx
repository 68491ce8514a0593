import { requireReasonOfPart } from '../../benefits/expenses/decisions/rules.ts';
import { readStanding } from '../../benefits/expenses/standing/actions.ts';
import { toWire } from '../../benefits/expenses/standing/contract.ts';
import type { Verification } from '../../benefits/expenses/standing/rules.ts';
import type { StandingExpense } from '../../benefits/expenses/standing/store.ts';
import { verifyStanding } from '../../benefits/expenses/standing-proofs/actions.ts';
import {
	approveStandingRoute,
	rejectStandingRoute,
} from '../../benefits/expenses/standing-proofs/contract.ts';
import { authorize } from '../../foundation/core/policy.ts';
import { addressFor, type Context, idIn } from '../env.ts';
import { MoneyField } from '../field.tsx';
import { Buttons, Form } from '../form.tsx';
import { sayIn } from '../format.ts';
import { titledPage, useReader } from '../page.tsx';
import { Empty, Note, Panel } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { sentenceOf } from '../refusals.ts';
import { changed, checked, tagOf } from '../submit.ts';
import { amountIn, chosenIn, textIn, textOrNull } from '../typed.ts';
import { ReasonFields } from '../verify/decision.tsx';
import { Sheets } from '../verify/sheet.tsx';
import { nameOf, Proofs, proofAddress, StandingFacts, verifyAddress } from './parts.tsx';
import { WORDS } from './words.ts';

/** One standing expense with the proof that waits, and the decision on it. */
export async function showVerification(c: Context): Promise<Response> {
	authorize(c.var.call.actor, 'approveStandingExpense');
	const standing = await readStanding(c.var.call, idIn(c, 'standingExpenseId'));
	const words = WORDS[c.var.language];
	return titledPage(
		c,
		{
			title: nameOf(standing, sayIn(c.var.language)),
			above: <a href={addressFor('/standing', standing.companyId)}>{words.title}</a>,
			scripts: ['verify.js'],
		},
		<VerificationPage standing={standing} />,
	);
}

function VerificationPage({ standing }: { standing: StandingExpense }) {
	const { c, say, visitor, words } = useReader(WORDS);
	const { id, employeeId, person, authorId, proofs, waitingSince } = standing;
	const { refusal } = c.var.sent ?? {};
	// A standing expense that has ended may have a proof that nobody has verified.
	const waiting = waitingSince === null ? [] : proofs.filter(({ state }) => state === 'SUBMITTED');
	const isOwn =
		visitor?.employeeId === employeeId ||
		[authorId, ...waiting.map((proof) => proof.authorId)].includes(visitor?.userId ?? '');
	return (
		<div class="verify">
			<Panel>
				{refusal !== undefined && waiting.length === 0 && <Note mood="bad">{sentenceOf(refusal, say)}</Note>}
				{waiting.length === 0 ? (
					<Empty>{words.nothingWaits}</Empty>
				) : (
					<Sheets files={waiting} addressOf={(proof) => proofAddress(id, proof)} />
				)}
			</Panel>
			<div>
				<Panel>
					<p class="asked">
						<PersonName person={{ employeeId, ...person }} />
					</p>
					<StandingFacts standing={standing} proof={waiting[0]} />
				</Panel>
				{waiting.length < proofs.length && (
					<Panel title={words.proofs}>
						<Proofs standing={standing} />
					</Panel>
				)}
				{waiting.length > 0 &&
					(isOwn ? (
						<Note>{words.ownOnly}</Note>
					) : (
						<Panel>
							<DecisionForm standing={standing} />
						</Panel>
					))}
			</div>
		</div>
	);
}

/** The first button is disabled so that Enter in a text field does not approve it. */
function DecisionForm({ standing }: { standing: StandingExpense }) {
	const { say, words } = useReader(WORDS);
	const { id, amountValue, amountCurrency } = standing;
	return (
		<Form to={verifyAddress(id)} etag={tagOf(toWire(standing, 'en'))} class="decision">
			<button type="submit" disabled hidden />
			<input type="hidden" name="currency" value={amountCurrency} />
			<MoneyField
				name="amount"
				at="amount/value"
				label={words.eachMonth}
				hint={words.ofAsked(say.amount(amountValue, amountCurrency))}
				value={amountValue}
			/>
			<ReasonFields />
			<Buttons>
				<button type="submit" class="main" name="_do" value="approve">
					{words.approve}
				</button>
				<button type="submit" class="danger" name="_do" value="reject">
					{words.reject}
				</button>
			</Buttons>
		</Form>
	);
}

/** Decides by the pressed button, and leads back to the list. A form without one counts as a rejection, which needs a reason. */
export function decide(c: Context, typed: FormData): Promise<Response> {
	const verification = verificationIn(typed);
	const isApproved = verification.state === 'APPROVED';
	return changed(c, {
		attempt: async (call) => {
			const operation = isApproved ? 'approveStandingExpense' : 'rejectStandingExpense';
			const outcome = await verifyStanding(call, operation, idIn(c, 'standingExpenseId'), verification);
			if (isApproved)
				requireReasonOfPart({ ...outcome.after, approvedDays: null, reasons: verification.reasons });
			return outcome;
		},
		to: ({ companyId }) => addressFor('/standing', companyId, { [isApproved ? 'approved' : 'rejected']: '' }),
		toWire: (standing: StandingExpense) => toWire(standing, 'en'),
	});
}

function verificationIn(typed: FormData): Verification {
	const why = { reasons: chosenIn(typed, 'reasons'), reason: textOrNull(typed, 'reason') };
	if (textIn(typed, '_do') !== 'approve') {
		const { reasons, reason: words } = checked(rejectStandingRoute, why);
		return { state: 'REJECTED', amount: null, reasons, words };
	}
	const amount = { ...amountIn(typed, 'amount'), currency: textIn(typed, 'currency') || 'EUR_CENT' };
	const { reason: words, ...given } = checked(approveStandingRoute, { ...why, amount });
	return { state: 'APPROVED', ...given, words };
}
