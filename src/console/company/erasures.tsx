import type { Refusal } from '../../core/refusals.ts';
import type { DueErasure } from '../../privacy/erasure/actions.ts';
import { isOnlyEmployee } from '../../privacy/erasure/rules.ts';
import { BASE } from '../env.ts';
import { Buttons, Form } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Empty, Note, Paging, Panel } from '../parts.tsx';
import { sentenceOf } from '../refusals.ts';
import { reachOf } from '../screen.ts';
import { WORDS as DATA_WORDS } from './data-words.ts';
import { addressOf } from './frame.tsx';
import { nameOf } from './users.tsx';
import { WORDS } from './words.ts';

interface ErasuresProps {
	companyId: string;
	leavers: readonly DueErasure[];
	next: string | null;
	retentionMonths: number;
}

/** Whose personal values may be erased, and whose when. */
export function Erasures({ companyId, leavers, next, retentionMonths }: ErasuresProps) {
	const words = useWords(DATA_WORDS);
	return (
		<Panel title={words.erasures}>
			<p>{words.erasuresHint(retentionMonths)}</p>
			{leavers.length === 0 && <Empty>{words.noLeavers}</Empty>}
			<ul class="rows">
				{leavers.map((leaver) => (
					<li>
						<span>
							<bdi>
								<a href={`${BASE}/people/${leaver.id}`}>{nameOf(leaver)}</a>
							</bdi>
							{leaver.personnelNumber !== null && <small class="below">{leaver.personnelNumber}</small>}
						</span>
						<Due companyId={companyId} leaver={leaver} />
					</li>
				))}
			</ul>
			<Paging next={next} />
		</Panel>
	);
}

function Due({ companyId, leaver }: { companyId: string; leaver: DueErasure }) {
	const { c, say, visitor } = useReader();
	const words = useWords(DATA_WORDS);
	const { id, dateDue, roles } = leaver;
	if (dateDue > c.var.now) return <Badge mood="calm">{words.dueOn(say.day(dateDue))}</Badge>;
	if (!isOnlyEmployee(roles)) return <Badge mood="bad">{words.hasRoles}</Badge>;
	return visitor !== undefined && reachOf(visitor, 'eraseEmployee') !== null ? (
		<a class="button" href={addressOf(companyId, `/data/${id}/erasure`)}>
			{words.erase}
		</a>
	) : (
		<Badge mood="waiting">{words.due}</Badge>
	);
}

interface ErasureProps {
	companyId: string;
	employeeId: string;
	refusal: Refusal | undefined;
}

/** What is lost for good, before it is; or why it cannot be done. */
export function ErasurePage({ companyId, employeeId, refusal }: ErasureProps) {
	const { say } = useReader();
	const words = useWords(DATA_WORDS);
	const back = addressOf(companyId, '/data');
	return (
		<Panel title={words.erase}>
			<p>{words.eraseWhat}</p>
			<p>{words.eraseStays}</p>
			{refusal !== undefined && (
				<Note mood="bad">
					<p>{sentenceOf(refusal, say)}</p>
				</Note>
			)}
			<Form to={addressOf(companyId, `/data/${employeeId}/erasure`)}>
				<Buttons>
					{refusal === undefined && (
						<button type="submit" class="danger">
							{words.eraseNow}
						</button>
					)}
					<a class="button" href={back}>
						{useWords(WORDS).cancel}
					</a>
				</Buttons>
			</Form>
		</Panel>
	);
}
