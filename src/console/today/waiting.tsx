import type { readFormerAdministrator } from '../../administration/overview/companies/actions.ts';
import type { countGaps } from '../../benefits/employees/gaps/actions.ts';
import type { Queue } from '../../benefits/expenses/review/actions.ts';
import type { countHeldMails } from '../../tenants/mail/actions.ts';
import { addressFor } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { Badge, Empty, Panel } from '../parts.tsx';
import { peopleAddress } from '../people/search.ts';
import { PersonName } from '../person-name.tsx';
import { VERIFY } from '../verify/place.ts';
import { type Line, Lines } from './lines.tsx';
import { WORDS } from './words.ts';

/** Returns the link to what waits, or to the names of the verifiers. Null for readers who may see neither. */
export function useVerifying(companyId: string, to: string): string | null {
	const { may } = useReader();
	if (may('approveExpense')) return to;
	return may('listUsers') ? addressFor('/team', companyId) : null;
}

interface WaitingProps {
	queue: Queue;
	/** How many proofs of standing expenses wait for their verification. */
	proofs: number;
	gaps: Awaited<ReturnType<typeof countGaps>> | null;
	held: Awaited<ReturnType<typeof countHeldMails>> | null;
	/** The only administrator, if that is a former employee. */
	former: Awaited<ReturnType<typeof readFormerAdministrator>>;
	/** The API keys whose creator has lost the right to them. */
	keys: readonly unknown[];
	/** How many requests to change how people sign in are open. */
	requests: number;
}

/** The tasks of the reader, each with a link to its remedy. */
export function Waiting({ queue, proofs, gaps, held, former, keys, requests }: WaitingProps) {
	const words = useWords(WORDS);
	const lines = useLines({ queue, proofs, gaps, held, keys, requests });
	const count = lines.filter((line) => line.count > 0).length + (former === null ? 0 : 1);
	return (
		<Panel title={count === 0 ? words.waiting : `${words.waiting} (${count})`}>
			{former !== null && <FormerAdministrator {...former} />}
			{count === 0 && <Empty>{gaps === null ? words.nothingToVerify : words.nothing}</Empty>}
			<ul class="rows tasks">
				<Lines of={lines} />
			</ul>
		</Panel>
	);
}

type Former = NonNullable<Awaited<ReturnType<typeof readFormerAdministrator>>>;

/**
 * Says that the only administrator of a company has left, with a link to name another one. The platform does not learn the name from a
 * company with its own database.
 */
export function FormerAdministrator({
	companyId,
	companyName,
	...person
}: Former | Pick<Former, 'companyId' | 'companyName' | 'employeeId'>) {
	const words = useWords(WORDS);
	const named =
		'personStatus' in person ? person : { ...person, ...NAMELESS, firstName: words.formerEmployee };
	return (
		<p class="fault">
			<bdi>{companyName}</bdi>: <PersonName person={named} /> {words.formerAdministrator}{' '}
			<a href={addressFor('/team', companyId)}>{words.nameAdministrator}</a>
		</p>
	);
}

const NAMELESS = { lastName: null, personnelNumber: null, personStatus: null };

function useLines({ queue, proofs, gaps, held, keys, requests }: Omit<WaitingProps, 'former'>): Line[] {
	const { may, say, words } = useReader(WORDS);
	const { companyId, waiting } = queue;
	const step = may('approveExpense') ? words.steps.verify : words.steps.team;
	const people = (filter: Record<string, string>) => peopleAddress(companyId, '', filter);
	return [
		{
			count: waiting,
			sentence: may('approveExpense') ? words.toVerify(waiting) : words.othersVerify(waiting),
			to: useVerifying(companyId, `${VERIFY}?company=${companyId}`),
			step,
			badge: <DeadlineBadge queue={queue} />,
		},
		{
			count: proofs,
			sentence: words.proofsWait(proofs),
			to: useVerifying(companyId, addressFor('/standing', companyId)),
			step,
		},
		{
			count: keys.length,
			sentence: words.orphanedKeys(keys.length),
			to: addressFor('/integrations', companyId),
			step: words.steps.keys,
		},
		{
			count: requests,
			sentence: words.requests(requests),
			to: addressFor('/team/requests', companyId),
			step: words.steps.requests,
		},
		...(gaps?.unreached ?? []).map(({ state, people: count }) => ({
			count,
			sentence: words.invitations[state](count),
			to: people({ invitationMail: state }),
			step: words.steps.invitations,
			badge: <Badge mood="bad">{words.unreached}</Badge>,
		})),
		{
			count: held?.count ?? 0,
			sentence: words.heldMails(held?.count ?? 0, held?.dateExpected ? say.day(held.dateExpected) : null),
			to: addressFor('/company/mails', companyId, { state: 'held' }),
			step: words.steps.mails,
		},
		{
			count: gaps?.unproven ?? 0,
			sentence: words.unproven(gaps?.unproven ?? 0),
			to: people({ address: 'UNPROVEN' }),
			step: words.steps.unproven,
		},
		...(['PERSONNEL_NUMBER', 'BUDGET'] as const).map((missing) => ({
			count: gaps?.lacks[missing] ?? 0,
			sentence: words.lacks[missing](gaps?.lacks[missing] ?? 0),
			to: people({ missing }),
			step: words.steps[missing],
		})),
	];
}

/** Until when the oldest receipt is to be decided, so that it is paid with its own month. */
export function DeadlineBadge({ queue: { deadline } }: { queue: Pick<Queue, 'deadline'> }) {
	const { c, say, words } = useReader(WORDS);
	if (deadline === null) return null;
	return c.var.now > deadline ? (
		<Badge mood="bad">{words.late}</Badge>
	) : (
		<Badge mood="waiting">{words.until(say.shortDay(deadline))}</Badge>
	);
}
