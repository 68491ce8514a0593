import type { ApiKey } from '../../auth/keys/actions.ts';
import { Form } from '../form.tsx';
import { useReader } from '../page.tsx';
import { Badge, Day, Empty, Paging, Panel, pageOf, Sure } from '../parts.tsx';
import { WORDS } from './words.ts';

const PAGE = 50;

/** How many keys are read for a page of them: one more, which tells that there are others. */
export const READ_AT_ONCE = PAGE + 1;

type ListedKey = Omit<ApiKey, 'key'>;

/** An address of the keys of a company, or of the platform. */
type To = (path: string) => string;

/** A page of keys, each with the way to revoke it. */
export function Keys({ keys, to }: { keys: readonly ListedKey[]; to: To }) {
	const { c } = useReader();
	const words = WORDS[c.var.language];
	const { shown, next } = pageOf(keys, ({ id }) => id, PAGE);
	return (
		<Panel title={words.keys}>
			{shown.length === 0 ? (
				<Empty>{words.noKeys}</Empty>
			) : (
				<ul class="rows">
					{shown.map((key) => (
						<KeyRow apiKey={key} to={to} />
					))}
				</ul>
			)}
			<Paging next={next} />
		</Panel>
	);
}

function KeyRow({ apiKey, to }: { apiKey: ListedKey; to: To }) {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	const { id, name, operations, dateCreated, dateUsed, dateExpires, dateRevoked } = apiKey;
	const isExpired = dateExpires !== null && dateExpires <= c.var.now;
	const isGood = dateRevoked === null && !isExpired;
	return (
		<li>
			<span>
				<bdi>{name}</bdi>
				<small class="below">
					{words.made} <Day at={dateCreated} />
					{' · '}
					{dateUsed === null ? words.unused : words.used(say.time(dateUsed))}
					{isGood && dateExpires !== null && ` · ${words.until(say.day(dateExpires))}`}
				</small>
				<details>
					<summary>
						<small>{words.allowed(operations.length)}</small>
					</summary>
					<small>{operations.join(', ')}</small>
				</details>
			</span>
			{isGood ? (
				<Sure label={words.revoke}>
					<Form to={to(`/${id}/revoke`)}>
						<p>{words.revokeHint}</p>
						<button type="submit" class="danger">
							{words.revokeNow}
						</button>
					</Form>
				</Sure>
			) : (
				<Badge mood="calm">{dateRevoked === null ? words.expired : words.revoked}</Badge>
			)}
		</li>
	);
}
