// A client of the competition platform in 100 lines of plain C++, written from docs/protocol.md.
// It asks for every object, visits every location that the world names and tries what can be done.
// Build: g++ -O2 -o client client.cpp; run: client IP PORT
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sstream>
using std::string;static int link_;
static string buffer;  // what has arrived and is not read yet: messages come split and merged

static double now() {
    timeval t;
    return gettimeofday(&t, 0) + t.tv_sec + t.tv_usec * 1e-6;
}
static void fill() {
    char part[4096];
    ssize_t n = recv(link_, part, sizeof part, 0);
    if (n <= 0) exit(1);  // the platform is gone
    buffer.append(part, n);
}
static string take(size_t n) {
    while (buffer.size() < n) fill();
    string found = buffer.substr(0, n);
    buffer.erase(0, n);
    return found;
}
static string until(const string &tag) {
    while (buffer.find(tag) == string::npos) fill();
    return take(buffer.find(tag) + tag.size());
}
static void put(const string &bytes) { send(link_, bytes.data(), bytes.size(), 0); }
static string number(unsigned n) {
    char text[12];
    return string(text, sprintf(text, "%u", n));
}
static string raw(uint32_t n) { return string((const char *)&n, 4); }  // little endian hosts

// Send one request in one write: length, head, NUL, body.
static void request(const string &act, const string &kinds, const string &values) {
    string head = "<msg><att><act><s b=\"0\" e=\"" + number(act.size()) + "\" /></act></att>";
    size_t width = kinds == "d" ? 8 : 4;
    for (size_t i = 0; i < kinds.size(); i++)
        head += string("<") + kinds[i] + " b=\"" + number(act.size() + i * width) + "\" />";
    head += "</msg>";
    string payload = head + string(1, '\0') + act + values;
    put(raw(payload.size()) + payload);
}
// Read a reply; print action and reply as a line that can be compared.
static string reply(const string &line) {
    uint32_t size;
    memcpy(&size, take(4).data(), 4);
    string payload = take(size), said, head = payload.c_str();
    string body = payload.substr(head.size() + 1);
    if (head.find("<s ") != string::npos) said = body;
    else if (head.find("<b ") != string::npos) said = body[0] ? "1" : "0";
    else for (size_t i = 0; i + 4 <= body.size(); i += 4) {
        memcpy(&size, body.data() + i, 4);
        said += (i ? " " : "") + number(size);
    }
    printf("%s=%s\n", line.c_str(), said.c_str());
    return said;
}
static void act(const string &name, unsigned n) {
    request(name, "u", raw(n)), reply(name + " " + number(n));
}
static void play(const string &test) {
    double begin = now();
    for (size_t i = test.find("(at "); i != string::npos; i = test.find("(at ", i + 1)) {
        unsigned thing = 0, place = 0;
        sscanf(test.c_str() + i, "(at %u %u)", &thing, &place);
        if (now() - begin > 4.5) break;  // the client keeps the limit
        act("AskLoc", thing), act("Move", place), request("Sense", "", "");
        std::istringstream seen(reply("Sense"));
        for (unsigned n; seen >> n;) act("PickUp", n), act("ToPlate", n), act("FromPlate", n);
        act("PutDown", thing), act("Open", thing), act("Close", thing);
    }
    request("PutIn", "uu", raw(1) + raw(2)), reply("PutIn 1 2");
    begin = now() - begin;
    request("Fini", "d", string((const char *)&begin, 8));  // no reply
}
int main(int, char **arguments) {
    sockaddr_in to = sockaddr_in();
    to.sin_family = AF_INET;
    to.sin_port = htons(atoi(arguments[2]));
    inet_pton(AF_INET, arguments[1], &to.sin_addr);
    link_ = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(link_, (sockaddr *)&to, sizeof to)) return 1;
    put("<name>client</name>");
    until("/>");  // <conf to="5000"/>
    for (;;) {
        while (buffer.size() < 7) fill();
        string test = buffer.find("<quit/>") ? until("</test>") : "";
        size_t from = test.find("<name>") + 6;
        if (test.empty()) return 0;
        printf("== %s\n", test.substr(from, test.find("</name>") - from).c_str());
        play(test);
    }
}
