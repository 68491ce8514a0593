import { nextOf } from '../../benefits/expenses/standing/rules.ts';
import type { Proof, StandingExpense } from '../../benefits/expenses/standing/store.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { reasons } from '../../tenants/mail/words/rules.ts';
import { BASE } from '../env.ts';
import type { Say } from '../format.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Empty, Facts, type Mood } from '../parts.tsx';
import { formatOf } from '../receipt-file.ts';
import { WORDS } from './words.ts';

const STANDING = `${BASE}/standing`;
export const OWN_STANDING = `${BASE}/benefits/standing`;

/** The page of one standing expense, for everybody who may read it. */
export const standingAddress = (id: string): string => `${OWN_STANDING}/${id}`;

/** The page on which a verifier decides on it. */
export const verifyAddress = (id: string): string => `${STANDING}/${id}`;

export const proofAddress = (standingExpenseId: string, { id }: Pick<Proof, 'id'>): string =>
	`${verifyAddress(standingExpenseId)}/proofs/${id}`;

const MOODS = {
	PROOF_MISSING: 'bad',
	WAITING: 'waiting',
	ACTIVE: 'good',
	COMPLETE: 'calm',
	PROOF_ENDED: 'bad',
	REJECTED: 'bad',
	ENDED: 'calm',
} as const satisfies Record<string, Mood>;

/** The status that pages show. It also says what is missing. */
export type ShownState = keyof typeof MOODS;

export function stateOf(standing: StandingExpense): ShownState {
	const { state, waitingSince } = standing;
	if (state === 'SUBMITTED') return waitingSince === null ? 'PROOF_MISSING' : 'WAITING';
	if (state !== 'ACTIVE' || nextOf(standing) !== null) return state;
	const withProof = nextOf({ ...standing, proofUntil: Number.POSITIVE_INFINITY });
	return withProof === null ? 'COMPLETE' : 'PROOF_ENDED';
}

export function StandingBadge({ standing }: { standing: StandingExpense }) {
	const state = stateOf(standing);
	return <Badge mood={MOODS[state]}>{useWords(WORDS).states[state]}</Badge>;
}

/** Returns the amount that each month may have. If less than the requested amount was approved, it says both. */
export function useAmount({ amountValue, approvedAmountValue, amountCurrency }: StandingExpense): string {
	const { say, words } = useReader(WORDS);
	const whole = say.amount(amountValue, amountCurrency);
	const isPart = approvedAmountValue !== null && approvedAmountValue < amountValue;
	return isPart ? words.approvedPart(say.amount(approvedAmountValue, amountCurrency), whole) : whole;
}

/** Returns the name of a standing expense: what it is for, and its amount. */
export function nameOf({ module, amountValue, amountCurrency }: StandingExpense, say: Say): string {
	const words = WORDS[say.language];
	return words.named(words.modules[module], say.amount(amountValue, amountCurrency));
}

interface StandingFactsProps {
	standing: StandingExpense;
	/** The proof that waits. Its last day is then shown instead of that of the verified proof. */
	proof?: Proof | undefined;
}

export function StandingFacts({ standing, proof }: StandingFactsProps) {
	const { say, words } = useReader(WORDS);
	const { dayOfMonth, startDate, endDate, isPublicTransport, upTo, note } = standing;
	const { proofUntil } = proof ?? standing;
	const dayOf = (at: Instant | null) => at && say.day(at);
	const first = say.day(startDate);
	const rows: [name: string, value: unknown][] = [
		[words.state, <StandingBadge standing={standing} />],
		[words.amount, useAmount(standing)],
		[words.onDay, dayOfMonth],
		[words.period, endDate === null ? words.since(first) : words.between(first, say.day(endDate))],
		[words.proofUntil, dayOf(proofUntil)],
		[words.nextDate, dayOf(nextOf(standing))],
		[words.isPublicTransport, isPublicTransport === null ? null : isPublicTransport ? words.yes : words.no],
		[words.upTo, upTo ? words.yes : null],
		[words.note, note],
		[words.waitingSince, dayOf(standing.waitingSince)],
		[words.dateEnded, dayOf(standing.dateEnded)],
	];
	return <Facts rows={rows.filter(([, value]) => value !== null)} />;
}

const PROOF_MOODS = { SUBMITTED: 'waiting', APPROVED: 'good', REJECTED: 'bad', UNVERIFIED: 'calm' } as const;

/** The latest proofs with their decisions, the newest first. */
export function Proofs({ standing: { id, proofs, waitingSince } }: { standing: StandingExpense }) {
	const { say, words } = useReader(WORDS);
	if (proofs.length === 0) return <Empty>{words.noProofs}</Empty>;
	return (
		<ul class="rows">
			{proofs.map((proof, index) => {
				const why = reasons(say.language, proof.reasons.join(' '), proof.rejectionReason ?? '');
				const state = proof.state === 'SUBMITTED' && waitingSince === null ? 'UNVERIFIED' : proof.state;
				return (
					<li>
						<span>
							<a href={proofAddress(id, proof)} target="_blank" rel="noopener">
								{words.proofNumber(proofs.length - index, formatOf(proof))}
							</a>
							<br />
							<small dir="auto">
								{[words.untilDay(say.day(proof.proofUntil)), why].filter(Boolean).join('. ')}
							</small>
						</span>
						<Badge mood={PROOF_MOODS[state]}>{words.proofStates[state]}</Badge>
					</li>
				);
			})}
		</ul>
	);
}
