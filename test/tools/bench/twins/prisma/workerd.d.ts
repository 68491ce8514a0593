/** Prisma's types bring those of browsers, which lack what workerd has besides. */
interface Crypto {
	readonly DigestStream: typeof DigestStream;
}
