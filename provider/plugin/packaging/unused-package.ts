/**
 * Stands in the executable for packages that its dependencies load and never use there: `http2-wrapper`, got's for HTTP/2,
 * which makes a TLS socket when it is loaded and so reads all root certificates (20 ms), and `@grpc/proto-loader`.
 */
export default {};
