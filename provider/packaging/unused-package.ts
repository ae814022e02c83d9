/**
 * The plugin's replacement for packages that its dependencies load and do not use here: `@grpc/proto-loader`, and got's
 * `http2-wrapper` for HTTP/2. That one makes a TLS socket when it is loaded, and so reads all root certificates (20 ms).
 */
export default {};
