import type { ApiKey } from '../../auth/keys/actions.ts';
import { Form } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Day, Sure } from '../parts.tsx';
import { WORDS } from './words.ts';

export type ListedKey = Omit<ApiKey, 'key'>;

/** An address of the keys of a company, or of the platform. */
export type To = (path: string) => string;

/** A key, when it was used, and the way to revoke it. */
export function KeyRow({ apiKey, to }: { apiKey: ListedKey; to: To }) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
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
