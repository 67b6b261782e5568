//! Sockets: `<sys/socket.h>`, `<netdb.h>` and `<arpa/inet.h>`. They are numbers; what comes from them is unknown.
//!
//! Glibc's headers have unions of pointers in place of pointers to addresses; those here are POSIX's.

use crate::entry::{ONE, function, n, same, storage};
use crate::function::{Dialect, Extent, Function};

pub(super) fn functions() -> Vec<Function> {
    let socket = |prototype| function("sys/socket.h", Dialect::Posix, prototype).result(-1..).errno();
    let done = |prototype| function("sys/socket.h", Dialect::Posix, prototype).zero_or_minus_one().errno();
    let inet = |prototype| function("arpa/inet.h", Dialect::Posix, prototype);
    let netdb = |prototype| function("netdb.h", Dialect::Posix, prototype);
    // The length says how much room there is, and then how much there would have been.
    let address = |entry: Function| {
        entry
            .writes("address", Extent::Unknown)
            .reads("length", ONE)
            .writes("length", ONE)
            .null(["address", "length"])
    };
    vec![
        socket("int socket(int domain, int kind, int protocol)"),
        done("int socketpair(int domain, int kind, int protocol, int ends[2])").gets("ends", Extent::Objects(2)),
        done("int bind(int socket, const struct sockaddr *address, socklen_t n)").reads("address", Extent::Unknown),
        done("int connect(int socket, const struct sockaddr *address, socklen_t n)").reads("address", Extent::Unknown),
        done("int listen(int socket, int most)"),
        address(socket("int accept(int socket, struct sockaddr *address, socklen_t *length)")),
        address(done("int getsockname(int socket, struct sockaddr *address, socklen_t *length)")),
        address(done("int getpeername(int socket, struct sockaddr *address, socklen_t *length)")),
        socket("ssize_t send(int socket, const void *from, size_t n, int flags)").reads("from", n("n")),
        socket("ssize_t recv(int socket, void *to, size_t n, int flags)").writes("to", n("n")),
        socket("ssize_t sendto(int socket, const void *from, size_t n, int flags, const struct sockaddr *address, socklen_t m)")
            .reads("from", n("n"))
            .reads("address", Extent::Unknown)
            .null(["address"]),
        address(socket("ssize_t recvfrom(int socket, void *to, size_t n, int flags, struct sockaddr *address, socklen_t *length)"))
            .writes("to", n("n")),
        socket("ssize_t sendmsg(int socket, const struct msghdr *message, int flags)").reads("message", ONE).writes_behind("message"),
        socket("ssize_t recvmsg(int socket, struct msghdr *message, int flags)")
            .reads("message", ONE)
            .writes("message", ONE)
            .writes_behind("message"),
        done("int shutdown(int socket, int how)"),
        done("int getsockopt(int socket, int level, int option, void *to, socklen_t *length)")
            .writes("to", Extent::Unknown)
            .reads("length", ONE)
            .writes("length", ONE),
        done("int setsockopt(int socket, int level, int option, const void *from, socklen_t n)").reads("from", n("n")).null(["from"]),
        inet("uint32_t htonl(uint32_t number)").alone(),
        inet("uint16_t htons(uint16_t number)").alone(),
        inet("uint32_t ntohl(uint32_t number)").alone(),
        inet("uint16_t ntohs(uint16_t number)").alone(),
        inet("in_addr_t inet_addr(const char *s)").strings(["s"]).alone(),
        inet("char *inet_ntoa(struct in_addr address)").gives(storage()),
        function("arpa/inet.h", Dialect::Extension, "int inet_aton(const char *s, struct in_addr *to)")
            .strings(["s"])
            .writes("to", ONE)
            .alone(),
        // Four or sixteen bytes, as the family says.
        inet("int inet_pton(int family, const char *s, void *to)").strings(["s"]).writes("to", Extent::Unknown).result(-1..=1).errno().alone(),
        inet("const char *inet_ntop(int family, const void *from, char *to, socklen_t n)")
            .reads("from", Extent::Unknown)
            .writes("to", n("n"))
            .gives(same("to").or_null())
            .errno()
            .alone(),
        // The list that is left there is for `freeaddrinfo`.
        netdb("int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **to)")
            .strings(["name", "service"])
            .reads("hints", ONE)
            .null(["name", "service", "hints"])
            .writes("to", ONE)
            .stores("to", crate::entry::handle()),
        netdb("void freeaddrinfo(struct addrinfo *all)").closes("all"),
        netdb("const char *gai_strerror(int code)").gives(storage()),
        netdb("int getnameinfo(const struct sockaddr *address, socklen_t length, char *host, socklen_t n, char *service, socklen_t m, int flags)")
            .reads("address", Extent::Unknown)
            .writes("host", n("n"))
            .writes("service", n("m"))
            .null(["host", "service"]),
        netdb("struct hostent *gethostbyname(const char *name)").strings(["name"]).gives(storage().or_null()),
        netdb("struct servent *getservbyname(const char *name, const char *protocol)")
            .strings(["name", "protocol"])
            .null(["protocol"])
            .gives(storage().or_null()),
        netdb("struct protoent *getprotobyname(const char *name)").strings(["name"]).gives(storage().or_null()),
        netdb("void herror(const char *s)").strings(["s"]).null(["s"]).extension(),
        function("net/if.h", Dialect::Posix, "unsigned if_nametoindex(const char *name)").strings(["name"]).errno(),
        function("net/if.h", Dialect::Posix, "char *if_indextoname(unsigned index, char *to)")
            .writes("to", Extent::Unknown)
            .gives(same("to").or_null())
            .errno(),
    ]
}

impl Function {
    fn extension(mut self) -> Self {
        self.dialect = Dialect::Extension;
        self
    }
}
