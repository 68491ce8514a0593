import type { countGaps } from '../../employees/people/actions.ts';
import type { Queue } from '../../expenses/review/actions.ts';
import type { readFormerAdministrator } from '../../overview/companies/actions.ts';
import { addressOf as companyAddress } from '../company/frame.tsx';
import { type Context, reachOf } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Empty, Panel, PersonName } from '../parts.tsx';
import { addressOf } from '../people/search.ts';
import { VERIFY } from '../verify/decision.tsx';
import { WORDS } from './words.ts';

type Gaps = Awaited<ReturnType<typeof countGaps>>;

interface Line {
	count: number;
	sentence: string;
	/** The link to the remedy. Null for readers who may not use it. */
	to: string | null;
	badge?: unknown;
}

/** The link to the queue, or the names of the verifiers. Null for readers who may see neither. */
export function verifyingAddress(visitor: Context['var']['visitor'], companyId: string): string | null {
	if (visitor === undefined) return null;
	if (reachOf(visitor, 'approveExpense') !== null) return `${VERIFY}?company=${companyId}`;
	return reachOf(visitor, 'listUsers') === null ? null : companyAddress(companyId, '/users');
}

interface WaitingProps {
	queue: Queue;
	gaps: Gaps | null;
	/** The only administrator, if that is a former employee. */
	former: Awaited<ReturnType<typeof readFormerAdministrator>>;
	/** The API keys whose creator has lost the right to them. */
	keys: readonly unknown[];
}

/** The tasks of the reader, each with a link to its remedy. */
export function Waiting({ queue, gaps, former, keys }: WaitingProps) {
	const words = useWords(WORDS);
	const lines = useLines(queue, gaps, keys).filter(({ count }) => count > 0);
	return (
		<Panel title={words.waiting}>
			{former !== null && (
				<p class="fault">
					<PersonName person={former} /> {words.formerAdministrator}{' '}
					<a href={companyAddress(queue.companyId, '/users')}>{words.nameAdministrator}</a>
				</p>
			)}
			{lines.length === 0 && former === null && (
				<Empty>{gaps === null ? words.nothingToVerify : words.nothing}</Empty>
			)}
			<ul class="rows">
				{lines.map(({ sentence, to, badge }) => (
					<li>
						{to === null ? <span>{sentence}</span> : <a href={to}>{sentence}</a>}
						{badge}
					</li>
				))}
			</ul>
		</Panel>
	);
}

function useLines(queue: Queue, gaps: Gaps | null, keys: WaitingProps['keys']): Line[] {
	const { visitor } = useReader();
	const words = useWords(WORDS);
	const { companyId, waiting } = queue;
	const mayVerify = visitor !== undefined && reachOf(visitor, 'approveExpense') !== null;
	const people = (filter: Record<string, string>) => addressOf(companyId, '', filter);
	return [
		{
			count: waiting,
			sentence: mayVerify ? words.toVerify(waiting) : words.othersVerify(waiting),
			to: verifyingAddress(visitor, companyId),
			badge: <DeadlineBadge queue={queue} />,
		},
		{
			count: keys.length,
			sentence: words.orphanedKeys(keys.length),
			to: companyAddress(companyId, '/keys'),
		},
		...(gaps?.unreached ?? []).map(({ state, people: count }) => ({
			count,
			sentence: words.invitations[state](count),
			to: people({ invitationMail: state }),
			badge: <Badge mood="bad">{words.unreached}</Badge>,
		})),
		...(['PERSONNEL_NUMBER', 'BUDGET'] as const).map((missing) => ({
			count: gaps?.lacks[missing] ?? 0,
			sentence: words.lacks[missing](gaps?.lacks[missing] ?? 0),
			to: people({ missing }),
		})),
	];
}

/** Until when the oldest receipt is to be decided, so that it is paid with its own month. */
export function DeadlineBadge({ queue: { deadline } }: { queue: Queue }) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	if (deadline === null) return null;
	return c.var.now > deadline ? (
		<Badge mood="bad">{words.late}</Badge>
	) : (
		<Badge mood="waiting">{words.until(say.shortDay(deadline))}</Badge>
	);
}
